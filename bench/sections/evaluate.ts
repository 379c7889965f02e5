/** Evaluations over HTTP at 1, 16, 64 and 256 connections, beside a bare Fastify route in the same run. */
import type { Context } from '../context.ts';
import { ask } from '../http.ts';
import { type Compared, compare, LOAD_COLUMNS, sideOf, warmUp } from '../load/measure.ts';
import { atLeast, atMost, type Check, joinParts, type SectionReport, tableOf } from '../report.ts';
import { installAssize, onEachDatabase, startAssize } from '../servers/assize.ts';
import { startBare } from '../servers/own.ts';

const TITLE = 'verdicts over HTTP, evidence fsynced before each answer';
const TARGET_CONNECTIONS = 64;

type Outcome = Compared & { connections: number };

export async function evaluate(context: Context): Promise<SectionReport> {
  const { outcomes: contenders, skipped } = await onEachDatabase(context, async (kind) => {
    const installation = await installAssize(context, kind);
    return { ...(await startAssize(context, installation)), version: installation.postgres?.version };
  });
  const [first] = contenders;
  if (first === undefined) return joinParts(TITLE, [skipped], null);
  const bare = await startBare(context, (await ask(first)).body);
  for (const contender of [bare, ...contenders]) await warmUp(context, contender);
  const outcomes: Outcome[] = [];
  for (const connections of context.options.connections) {
    const compared = await compare(context, 'evaluate', bare, contenders.map(sideOf), connections);
    outcomes.push(...compared.map((of) => ({ ...of, connections })));
  }
  const version = contenders.find((contender) => contender.version)?.version;
  const table = tableOf(
    outcomes,
    ['connections', 'name', ...LOAD_COLUMNS, 'rateRatio', 'cpuRatio', 'p99Ratio'],
    {
      ...{ name: 'server', rateRatio: 'vs bare', cpuRatio: 'CPU vs bare', p99Ratio: 'p99 vs bare' },
    },
  );
  const notes = [
    'CPU: of the server process with its threads; of the database separately, all its processes together.',
    'vs bare: median of the ratios within rounds. Memory: peak of the server process under that load.',
  ];
  const title = version === undefined ? TITLE : `${TITLE} (PostgreSQL ${version})`;
  const part = { tables: [table], checks: outcomes.flatMap(checksOf), notes };
  return joinParts(title, [skipped, part], outcomes);
}

function checksOf(outcome: Outcome): Check[] {
  const { connections, name, memoryMb, rateRatio, cpuRatio, p99Ratio } = outcome;
  if (connections !== TARGET_CONNECTIONS || rateRatio === undefined) return [];
  const of = (what: string) => `${name}, ${TARGET_CONNECTIONS} connections: ${what}`;
  return [
    atLeast(0.5, '×', rateRatio, of('requests/s of bare')),
    atMost(2, '×', cpuRatio ?? null, of('CPU of bare, in all threads')),
    atMost(name.includes('SQLite') ? 2 : 4, '×', p99Ratio ?? null, of('p99 of bare')),
    atMost(250, 'MB', memoryMb, of('memory')),
  ];
}
