/** From starting the process to its first verdict, on a database that has evidence in it already. */
import type { Context } from '../context.ts';
import { measure } from '../load/measure.ts';
import type { SectionReport } from '../report.ts';
import { type Installation, installAssize, startAssize } from '../servers/assize.ts';
import { NO_POSTGRES, startPostgres } from '../servers/postgres.ts';
import { median } from '../statistics.ts';
import { figure } from '../table.ts';

const TITLE = 'from the start of the process to its first verdict, on an existing database';
const TARGET_MS = 1000;
const STARTS = 5;
/** Asked so often until it answers, so this is the error of the figure, ms. */
const POLL_EVERY_MS = 2;

interface Starts {
  name: string;
  timesMs: number[];
}

export async function start(context: Context): Promise<SectionReport> {
  const notes: string[] = [];
  const results = [await measureStarts(context, installAssize(context, null))];
  const postgres = await startPostgres(context);
  if (postgres === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
  else results.push(await measureStarts(context, installAssize(context, postgres)));
  return {
    title: TITLE,
    tables: [
      {
        columns: ['database', 'median ms', 'fastest ms', 'slowest ms', 'starts'],
        rows: results.map(({ name, timesMs }) => [
          name,
          figure(median(timesMs)),
          figure(Math.min(...timesMs)),
          figure(Math.max(...timesMs)),
          String(timesMs.length),
        ]),
      },
    ],
    checks: results.map(({ name, timesMs }) => ({
      what: `${name}: start to first verdict`,
      figure: median(timesMs),
      sense: 'at most',
      target: TARGET_MS,
      unit: 'ms',
    })),
    notes,
    data: results,
  };
}

async function measureStarts(context: Context, installation: Installation): Promise<Starts> {
  context.progress(`start: ${STARTS} starts of ${installation.name}`);
  const first = await startAssize(context, installation);
  await measure(context, first, 64, Math.max(1, context.options.warmupSeconds));
  await first.stop();
  const timesMs: number[] = [];
  for (let place = 0; place < STARTS; place++) {
    const startedAt = performance.now();
    const running = await startAssize(context, installation, POLL_EVERY_MS);
    timesMs.push(performance.now() - startedAt);
    await running.stop();
  }
  return { name: installation.name, timesMs };
}
