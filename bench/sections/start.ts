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
  const { outcomes, notes } = await onEachDatabase(context, (kind) => measureStarts(context, kind));
  const table = tableOf(outcomes, {
    database: ({ name }) => name,
    'median ms': ({ timesMs }) => median(timesMs),
    'fastest ms': ({ timesMs }) => Math.min(...timesMs),
    'slowest ms': ({ timesMs }) => Math.max(...timesMs),
    starts: ({ timesMs }) => String(timesMs.length),
  });
  const checks = outcomes.map(({ name, timesMs }) =>
    atMost(1000, 'ms', median(timesMs), `${name}: start to first verdict`),
  );
  return joinParts(TITLE, [{ tables: [table], checks, notes }], outcomes);
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
    const running = await startAssize(context, installation, POLL_EVERY_MS);
    timesMs.push(performance.now() - startedAt);
    await running.stop();
  }
  return { name: first.name, timesMs };
}
