/** The thread that posts messages about approvals, over a connection of its own, so that it holds up no verdict. */
import { randomFillSync } from 'node:crypto';
import type { DatabaseLocation } from '../../database/location.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { startChores, type Warnings } from '../../foundation/chores.ts';
import { systemClock } from '../../foundation/clock.ts';
import { type FillRandom, IdSource } from '../../foundation/ids.ts';
import { type Measured, NOT_MEASURED } from '../../foundation/measured.ts';
import { serveThread } from '../../foundation/thread.ts';
import { smtpMailer } from '../../notices/index.ts';
import { openSecretBox } from '../../webhooks/endpoints/index.ts';
import { openGuardedFetch, openSender } from '../../webhooks/sending/index.ts';
import type { ChannelConfig } from '../kinds.ts';
import { Poster } from './poster.ts';

export interface ChannelThreadData {
  database: DatabaseLocation;
  dataDir: string;
  webhooks: { allowNetworks: readonly string[]; secretsKey: Uint8Array | null };
  channels: Omit<ChannelConfig, 'webhooks'>;
  clockOffsetMs: number;
}

/** Messages from the thread to the event loop, which has the log and the metrics. */
export type ChannelThreadNotice =
  | { about: object; message: string; error: { message: string; stack: string | undefined } }
  | { failed: string }
  | { recovered: string };

await serveThread(async (data: ChannelThreadData, notify: (notice: ChannelThreadNotice) => void) => {
  const { database, dataDir, webhooks, channels, clockOffsetMs } = data;
  const { allowNetworks, secretsKey } = webhooks;
  const fillRandom: FillRandom = (target) => void randomFillSync(target);
  const clock = systemClock(clockOffsetMs);
  const log: Warnings = {
    /** Only the text of an error passes between threads, because some errors can't be cloned. */
    warn({ err, ...about }, message) {
      const { message: what, stack } = err instanceof Error ? err : new Error(String(err));
      notify({ about, message, error: { message: what, stack } });
    },
  };
  const measured: Measured = {
    ...NOT_MEASURED,
    choreFailed: (chore) => notify({ failed: chore }),
    choreRecovered: (chore) => notify({ recovered: chore }),
  };
  const onError = (err: Error) => log.warn({ err }, 'an idle connection broke');
  const db = await openDatabaseOnThread(database, { writes: true, onError });
  const secretBox = await openSecretBox({ db, fillRandom, dataDir, key: secretsKey });
  if (secretBox === null) throw new Error('the secrets of channels do not open with the key of this node');
  const sender = await openSender({ allowNetworks, clock });
  const guarded = await openGuardedFetch(allowNetworks);
  const { mail } = channels;
  const poster = new Poster({
    ...{ db, clock, fillRandom, secretBox, sender, guarded, log },
    ids: new IdSource(fillRandom),
    mailer: mail === null ? null : smtpMailer(mail),
    config: { ...channels, webhooks: { allowNetworks } },
  });
  const chores = startChores([poster.chore()], log, measured);
  return {
    answer: (question: never) => question,
    async close() {
      await chores.stop();
      await poster.close();
      await sender.close();
      await guarded.close();
      await db.destroy();
    },
  };
});
