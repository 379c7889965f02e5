/**
 * Serves a thread that sends. It has its own connection, which keeps its work off the event loop, the key of the
 * secrets, a guarded sender, and chores whose log lines and counts go to the event loop.
 */
import { randomFillSync } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { type Chore, startChores, type Warnings } from '../../foundation/chores.ts';
import { type Clock, systemClock } from '../../foundation/clock.ts';
import { type FillRandom, IdSource } from '../../foundation/ids.ts';
import { type Measured, NOT_MEASURED } from '../../foundation/measured.ts';
import { serveThread } from '../../foundation/thread.ts';
import { startTelemetry, type TelemetryDeps } from '../../telemetry/index.ts';
import type { Traced } from '../../telemetry/traced.ts';
import { openSecretBox, type SecretBox } from '../endpoints/secret-box.ts';
import { openSender, type Sender } from '../sending/index.ts';
import type { SendThreadData, SendThreadNotice } from '../sending/thread-data.ts';

export interface OnThread {
  data: SendThreadData;
  db: Database;
  clock: Clock;
  ids: IdSource;
  fillRandom: FillRandom;
  log: Warnings;
  measured: Measured;
  traced: Traced;
  sender: Sender;
  /** null where this node lacks the key. */
  secretBox: SecretBox | null;
}

/** The work of one thread. */
export interface ThreadWork {
  chores: readonly Chore[];
  /** Briefly waits for what is under way. */
  close(): Promise<void>;
}

/** The time to export the last spans when the service stops, ms. */
const FLUSH_MS = 2000;

export function serveSending(start: (on: OnThread) => ThreadWork | Promise<ThreadWork>): Promise<void> {
  return serveThread(async (data: SendThreadData, notify: (notice: SendThreadNotice) => void) => {
    const { database, dataDir, webhooks, clockOffsetMs, telemetry: settings } = data;
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
      webhooksAttempted: (...attempted) => notify({ attempted }),
      telemetryDropped: (...dropped) => notify({ dropped }),
    };
    const onError = (err: Error) => log.warn({ err }, 'an idle connection broke');
    const db = await openDatabaseOnThread(database, { writes: true, onError });
    const secretBox = await openSecretBox({ db, fillRandom, dataDir, key: webhooks.secretsKey });
    const sender = await openSender({ ...webhooks, clock });
    const ids = new IdSource(fillRandom);
    // The thread uses the process's log, which the process exports.
    const telemetry = await startTelemetry(
      { ...settings, logs: null },
      { clock, ids, log: { ...telling(log), info: (told, message) => notify({ told, message }) }, measured },
    );
    const { traced } = telemetry;
    const work = await start({ data, db, clock, ids, fillRandom, log, measured, traced, sender, secretBox });
    const chores = startChores(work.chores, log, measured);
    return {
      answer: (question: never) => question,
      async close() {
        await chores.stop();
        await work.close();
        await sender.close();
        await telemetry.close(FLUSH_MS);
        await db.destroy();
      },
    };
  });
}

function telling(log: Warnings): Pick<TelemetryDeps['log'], 'warn'> {
  return {
    warn: ({ reason, ...about }, message) => log.warn({ ...about, err: new Error(reason) }, message),
  };
}
