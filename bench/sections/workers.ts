/** Verdicts of several processes on one port, beside those of one, each on a database of its own. */
import { availableParallelism } from 'node:os';
import type { Context } from '../context.ts';
import { type Compared, compare, LOAD_COLUMNS, sideOf, warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atLeast, type Check, joinParts, type SectionReport, tableOf } from '../report.ts';
import { installAssize, onEachDatabase, startAssize } from '../servers/assize.ts';

const TITLE = 'verdicts of several workers, beside those of one process';
const WORKERS = [...new Set([2, availableParallelism()])];
/** Below it, one process has time left. */
const MANY_CONNECTIONS = 64;

type Outcome = Compared & { database: string; connections: number; workers: number };

export async function workers(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureWorkers(context, kind));
  const rows = outcomes.flat();
  const columns = ['database', 'connections', 'workers', ...LOAD_COLUMNS, 'rateRatio', 'cpuRatio'] as const;
  const titles = { rateRatio: 'of one', cpuRatio: 'CPU of one' };
  const notes = ['CPU and memory: of all processes together. of one: median of the ratios within rounds.'];
  const part = { tables: [tableOf(rows, columns, titles)], checks: rows.flatMap(checksOf), notes };
  return joinParts(TITLE, [skipped, part], rows);
}

async function measureWorkers(context: Context, kind: DatabaseKind): Promise<Outcome[]> {
  const start = async (count: number) => {
    const running = await startAssize(context, await installAssize(context, kind), { workers: count });
    await warmUp(context, running);
    return running;
  };
  const one = await start(1);
  const outcomes: Outcome[] = [];
  for (const count of WORKERS) {
    const several = await start(count);
    for (const connections of context.options.connections) {
      const what = `workers, ${one.database}`;
      const compared = await compare(context, what, one, [sideOf(several)], connections);
      compared.forEach((each, place) => {
        const isCommon = place === 0;
        outcomes.push({ ...each, database: one.database, connections, workers: isCommon ? 1 : count });
      });
    }
    await several.stop();
  }
  await one.stop();
  return outcomes;
}

function checksOf({ database, connections, workers: count, rateRatio }: Outcome): Check[] {
  if (count !== 2 || connections < MANY_CONNECTIONS || rateRatio === undefined) return [];
  return [
    atLeast(1.3, '×', rateRatio, `two workers, ${database}, ${connections} connections: of one process`),
  ];
}
