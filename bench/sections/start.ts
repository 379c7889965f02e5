/** From the start of the process to its first verdict, on a database that has evidence in it already. */
import type { Context } from '../context.ts';
import { measure } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atMost, joinParts, type SectionReport, tableOf } from '../report.ts';
import { installAssize, onEachDatabase, startAssize } from '../servers/assize.ts';
import { median } from '../statistics.ts';

const TITLE = 'from the start of the process to its first verdict, on an existing database';
const STARTS = 5;
/** The bench asks this often until it has an answer, so this is the error of the figure. */
const POLL_EVERY_MS = 2;

export async function start(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureStarts(context, kind));
  const table = tableOf(outcomes, ['database', 'medianMs', 'fastestMs', 'slowestMs', 'starts']);
  const checks = outcomes.map(({ database, medianMs }) =>
    atMost(1000, 'ms', medianMs, `Assize, ${database}: start to first verdict`),
  );
  return joinParts(TITLE, [{ tables: [table], checks }, skipped], outcomes);
}

async function measureStarts(context: Context, kind: DatabaseKind) {
  const installation = await installAssize(context, kind);
  context.progress(`start: ${STARTS} starts on ${installation.database}`);
  const first = await startAssize(context, installation);
  await measure(context, first, 64, Math.max(1, context.options.warmupSeconds));
  await first.stop();
  const timesMs: number[] = [];
  for (let place = 0; place < STARTS; place += 1) {
    const startedAt = performance.now();
    const running = await startAssize(context, installation, { pollEveryMs: POLL_EVERY_MS });
    timesMs.push(performance.now() - startedAt);
    await running.stop();
  }
  const [medianMs, fastestMs, slowestMs] = [median(timesMs), Math.min(...timesMs), Math.max(...timesMs)];
  return { database: first.database, medianMs, fastestMs, slowestMs, starts: STARTS, timesMs };
}
