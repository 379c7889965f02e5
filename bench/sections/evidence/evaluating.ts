/** Whether verdicts come as fast on the full database as on an empty one: the two take turns in one run. */
import type { Context } from '../../context.ts';
import { type Contender, type Measure, measure, summarise, warmUp } from '../../load/measure.ts';
import type { Check } from '../../report.ts';
import { installAssize, startAssize } from '../../servers/assize.ts';
import { startPostgres } from '../../servers/postgres.ts';
import { medianRatio } from '../../statistics.ts';
import { figure } from '../../table.ts';
import type { Part, Stand } from './stand.ts';

const CONNECTIONS = 64;
const TARGET_RATIO = 0.9;

export interface Evaluating {
  database: string;
  full: Measure;
  empty: Measure;
  /** Of verdicts per second, full to empty. */
  ratio: number | null;
}

export async function measureEvaluating(context: Context, stand: Stand): Promise<Evaluating> {
  const { running: full, filled, name } = stand;
  const postgres = filled.installation.postgres === null ? null : await startPostgres(context);
  const empty = await startAssize(context, installAssize(context, postgres));
  for (const contender of [full, empty]) await warmUp(context, contender, CONNECTIONS);
  const pairs: { full: Measure; empty: Measure }[] = [];
  for (let round = 0; round < context.options.rounds; round += 1) {
    context.progress(`evidence: ${name}: verdicts, round ${round + 1} of ${context.options.rounds}`);
    pairs.push(await measurePair(context, full, empty, round % 2 === 0));
  }
  await empty.stop();
  return {
    database: name,
    full: summarise(pairs.map((pair) => pair.full)),
    empty: summarise(pairs.map((pair) => pair.empty)),
    ratio: medianRatio(
      pairs.map((pair) => [pair.full.requestsPerSecond, pair.empty.requestsPerSecond] as const),
    ),
  };
}

/** Who goes first changes from round to round, so that neither always finds the disk busy with the other's rest. */
async function measurePair(context: Context, full: Contender, empty: Contender, fullFirst: boolean) {
  if (fullFirst) {
    const ofFull = await measure(context, full, CONNECTIONS);
    return { full: ofFull, empty: await measure(context, empty, CONNECTIONS) };
  }
  const ofEmpty = await measure(context, empty, CONNECTIONS);
  return { full: await measure(context, full, CONNECTIONS), empty: ofEmpty };
}

export function evaluatingPart(all: readonly Evaluating[]): Part {
  const row = (database: string, which: string, of: Measure, ratio: string) => [
    ...[database, which, figure(of.requestsPerSecond), figure(of.p50Ms), figure(of.p99Ms)],
    ...[figure(of.memoryMb), figure(of.cpuMsPerRequest), String(of.errors), ratio],
  ];
  return {
    tables: [
      {
        columns: [
          ...['database', `verdicts at ${CONNECTIONS} connections`, 'per second', 'p50 ms', 'p99 ms'],
          ...['memory MB', 'CPU ms/request', 'errors', 'of empty'],
        ],
        rows: all.flatMap(({ database, full, empty, ratio }) => [
          row(database, 'empty', empty, ''),
          row(database, 'full', full, figure(ratio)),
        ]),
      },
    ],
    checks: all.map(
      ({ database, ratio }): Check => ({
        what: `${database}: verdicts/s of an empty database's`,
        figure: ratio,
        sense: 'at least',
        target: TARGET_RATIO,
        unit: '×',
      }),
    ),
    notes: [],
  };
}
