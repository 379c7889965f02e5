/** The thread that sends webhooks, over a connection of its own: signing and sending hold up no verdict here. */
import { randomFillSync } from 'node:crypto';
import type { DatabaseLocation } from '../../database/location.ts';
import { openDatabase } from '../../database/open.ts';
import { startChores, type Warnings } from '../../foundation/chores.ts';
import { systemClock } from '../../foundation/clock.ts';
import { type FillRandom, IdSource } from '../../foundation/ids.ts';
import { serveThread } from '../../foundation/thread.ts';
import { openSecretBox } from '../endpoints/secret-box.ts';
import { Deliverer } from './deliver.ts';
import { createSender } from './send.ts';

export interface SendThreadData {
  database: DatabaseLocation;
  dataDir: string;
  webhooks: { allowNetworks: readonly string[]; secretsKey: Uint8Array | null };
  clockOffsetMs: number;
}

export interface SendThreadWarning {
  about: object;
  message: string;
  error: { message: string; stack: string | undefined };
}

await serveThread(async (data: SendThreadData, notify: (warning: SendThreadWarning) => void) => {
  const { database, dataDir, webhooks, clockOffsetMs } = data;
  const fillRandom: FillRandom = (target) => void randomFillSync(target);
  const clock = systemClock(clockOffsetMs);
  const log: Warnings = {
    /** Only the text of an error passes between threads; some errors can't be cloned. */
    warn({ err, ...about }, message) {
      const { message: what, stack } = err instanceof Error ? err : new Error(String(err));
      notify({ about, message, error: { message: what, stack } });
    },
  };
  const db = await openDatabase(database, (err) => log.warn({ err }, 'an idle connection broke'));
  const secretBox = await openSecretBox({ db, fillRandom, dataDir, key: webhooks.secretsKey });
  const sender = createSender({ ...webhooks, clock });
  const deliverer = new Deliverer({ db, clock, ids: new IdSource(fillRandom), log, sender, secretBox });
  const chores = startChores([deliverer.chore()], log);
  return {
    answer: (question: never) => question,
    async close() {
      await chores.stop();
      await deliverer.close();
      await sender.close();
      await db.destroy();
    },
  };
});
