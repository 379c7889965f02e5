/**
 * The thread that sends webhooks, over a separate connection, so that signing and sending do not hold up verdicts.
 * While it runs, it also dispatches events. On SQLite, a transaction of a busy event loop would hold the file's lock
 * for several turns, and appends wait for that lock: beside 1,000 events a second for four endpoints, verdicts reached
 * 0.51 of their rate, and with this thread 0.64.
 */
import { randomFillSync } from 'node:crypto';
import type { DatabaseLocation } from '../../database/location.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { dispatchChore } from '../../events/index.ts';
import { startChores, type Warnings } from '../../foundation/chores.ts';
import { systemClock } from '../../foundation/clock.ts';
import { type FillRandom, IdSource } from '../../foundation/ids.ts';
import { type Measured, NOT_MEASURED } from '../../foundation/measured.ts';
import { serveThread } from '../../foundation/thread.ts';
import { startTelemetry, type TelemetryDeps, type TelemetrySettings } from '../../telemetry/index.ts';
import { openSecretBox } from '../endpoints/secret-box.ts';
import { eventConsumers } from '../fan-out.ts';
import { Deliverer } from './deliver.ts';
import { createSender } from './send.ts';

export interface SendThreadData {
  database: DatabaseLocation;
  dataDir: string;
  webhooks: { allowNetworks: readonly string[]; secretsKey: Uint8Array | null };
  clockOffsetMs: number;
  telemetry: TelemetrySettings;
}

/** Messages from the thread to the event loop, which has the log and the metrics. */
export type SendThreadNotice =
  | { about: object; message: string; error: { message: string; stack: string | undefined } }
  | { told: object; message: string }
  | { failed: string }
  | { recovered: string }
  | { attempted: Parameters<Measured['webhooksAttempted']> }
  | { dropped: Parameters<Measured['telemetryDropped']> };

/** The time to export the last spans when the service stops, ms. */
const FLUSH_MS = 2000;

await serveThread(async (data: SendThreadData, notify: (notice: SendThreadNotice) => void) => {
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
  const sender = createSender({ ...webhooks, clock });
  const ids = new IdSource(fillRandom);
  // The thread uses the process's log, which the process exports.
  const telemetry = await startTelemetry(
    { ...settings, logs: null },
    { clock, ids, log: { ...telling(log), info: (told, message) => notify({ told, message }) }, measured },
  );
  const { traced } = telemetry;
  const deliverer = new Deliverer({ db, clock, ids, log, measured, traced, sender, secretBox });
  const dispatch = dispatchChore({ db, consumers: eventConsumers(clock) });
  const chores = startChores([dispatch, deliverer.chore()], log, measured);
  return {
    answer: (question: never) => question,
    async close() {
      await chores.stop();
      await deliverer.close();
      await sender.close();
      await telemetry.close(FLUSH_MS);
      await db.destroy();
    },
  };
});

function telling(log: Warnings): Pick<TelemetryDeps['log'], 'warn'> {
  return {
    warn: ({ reason, ...about }, message) => log.warn({ ...about, err: new Error(reason) }, message),
  };
}
