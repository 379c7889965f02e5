/** Verdicts of several processes on one port, compared with one process, each on a separate database. */
import { availableParallelism } from 'node:os';
import type { Context } from '../context.ts';
import { CONNECTIONS, type Compared, compare, ratioTitles, sideOf, warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atLeast, type Part } from '../report.ts';
import { installAssize, startAssize } from '../servers/assize.ts';

export const title = 'verdicts of several workers, compared with one process';

const WORKERS = [...new Set([2, availableParallelism()])];

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const start = async (count: number) => {
    const running = await startAssize(context, await installAssize(context, kind), { workers: count });
    await warmUp(context, [running]);
    return { ...running, name: count === 1 ? 'one process' : `${count} workers` };
  };
  const one = await start(1);
  const rows: Compared[] = [];
  for (const count of WORKERS) {
    const several = await start(count);
    for (const connections of context.options.connections)
      rows.push(...(await compare(context, sideOf(one), [sideOf(several)], connections)));
    await several.stop();
  }
  const checks = rows
    .filter(({ name, connections }) => name === '2 workers' && connections >= CONNECTIONS)
    .map(({ connections, rateRatio }) =>
      atLeast(1.3, '×', rateRatio, `two workers, ${connections} connections: of one process`),
    );
  const notes = ['CPU and memory: of all processes together. × one: median of the ratios within rounds.'];
  return { tables: [{ name: 'verdicts', rows, titles: ratioTitles('one') }], checks, notes };
}
