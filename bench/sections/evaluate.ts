/** Evaluations over HTTP, compared with a bare Fastify route in the same run. */
import type { Context } from '../context.ts';
import { ask } from '../http.ts';
import { CONNECTIONS, type Compared, compare, ratioTitles, sideOf, warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atLeast, atMost, type Check, type Part } from '../report.ts';
import { installAssize, startAssize } from '../servers/assize.ts';
import { startBare } from '../servers/own.ts';

export const title = 'verdicts over HTTP, with evidence fsynced before each answer';

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const installation = await installAssize(context, kind);
  const assize = await startAssize(context, installation);
  const bare = await startBare(context, (await ask(assize)).body);
  await warmUp(context, [bare, assize]);
  const rows: Compared[] = [];
  for (const connections of context.options.connections)
    rows.push(...(await compare(context, sideOf(bare), [sideOf(assize)], connections)));
  const notes = [
    'CPU: of the server process with its threads; of the database separately, all its processes together.',
    '× bare: median of the ratios within rounds. Memory: peak of the server process under that load.',
  ];
  const { postgres } = installation;
  if (postgres !== null) notes.unshift(`PostgreSQL ${postgres.version}`);
  return {
    tables: [{ name: 'verdicts', rows, titles: ratioTitles('bare') }],
    checks: rows.flatMap((row) => checksOf(row, kind)),
    notes,
  };
}

function checksOf(row: Compared, kind: DatabaseKind): Check[] {
  const { connections, memoryMb, rateRatio, cpuRatio, p99Ratio } = row;
  if (connections !== CONNECTIONS || rateRatio === undefined) return [];
  return [
    atLeast(0.5, '×', rateRatio, `requests/s of bare, ${CONNECTIONS} connections`),
    atMost(2, '×', cpuRatio, `CPU of bare, in all threads, ${CONNECTIONS} connections`),
    atMost(kind === 'sqlite' ? 2 : 4, '×', p99Ratio, `p99 of bare, ${CONNECTIONS} connections`),
    atMost(250, 'MB', memoryMb, `memory, ${CONNECTIONS} connections`),
  ];
}
