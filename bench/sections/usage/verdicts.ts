/**
 * Verdicts over HTTP on different terms, each in turn with a tenant of whom nothing is asked: limits that never refuse,
 * an account that has to stop and is near its allowance, and the sandbox, for which no allowance is looked up.
 */
import type { Context } from '../../context.ts';
import { ask } from '../../http.ts';
import { type Contender, type Measure, measure, summarise, warmUp } from '../../load/measure.ts';
import { startAssize } from '../../servers/assize.ts';
import type { PostgresServer } from '../../servers/postgres.ts';
import { medianRatio } from '../../statistics.ts';
import { figure } from '../../table.ts';
import type { Part } from '../evidence/stand.ts';
import { atDoorB, FREE_OF_TERMS, installOn, type Terms } from './terms.ts';

export const CONNECTIONS = 64;
/** Of the tenant of whom nothing is asked, for comparison with appends: a batch is seldom more than who waits for it. */
export const FEWER_CONNECTIONS = [1, 16];

/** More than is ever asked. */
const LIMITS: Terms = {
  ...FREE_OF_TERMS,
  agreed: { evaluations_per_second: 1_000_000, evidence_per_day: 1_000_000_000_000 },
};
/** Its last tenth is more than the load uses. */
const NEARLY_USED: Terms = {
  agreed: { allowances: { governance_evaluations: 1_000_000_000, evidence_emissions: 2_000_000_000 } },
  stops: true,
  used: 900_000_000,
};

const ORDER = ['plain', 'limited', 'stopping', 'sandbox'] as const;
type Who = (typeof ORDER)[number];

const NAMES: Record<Who, string> = {
  plain: 'no terms',
  limited: 'limits that never refuse',
  stopping: 'stops at its allowance, 90 % used',
  sandbox: 'sandbox',
};
/** Node goes on compiling for a long time, and the figures differ by less than that brings. */
const WARM_UP_TURNS = 5;

type Round = Record<Who, Measure>;

interface Started extends Contender {
  stop(): Promise<void>;
}

interface Compared {
  name: string;
  measure: Measure;
  /** Of requests per second, to the tenant of whom nothing is asked. */
  ratio: number | null;
  /** Of the service's CPU time for each. */
  cpuRatio: number | null;
}

export interface Verdicts {
  database: string;
  /** Of the tenant of whom nothing is asked, by connections. */
  plain: Record<number, Measure>;
  limited: Compared;
  stopping: Compared;
  sandbox: Compared;
}

export async function measureVerdicts(
  context: Context,
  database: string,
  newPostgres: () => Promise<PostgresServer | null>,
): Promise<Verdicts> {
  const contenders = await startAll(context, newPostgres);
  const all = Object.values(contenders);
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
    for (const contender of all) await warmUp(context, contender, CONNECTIONS);
  }
  const rounds: Round[] = [];
  for (let round = 0; round < context.options.rounds; round += 1) {
    context.progress(`usage: ${database}: verdicts, round ${round + 1} of ${context.options.rounds}`);
    rounds.push(await measureRound(context, contenders, round % 2 === 1));
  }
  const plain: Verdicts['plain'] = { [CONNECTIONS]: summarise(rounds.map((round) => round.plain)) };
  for (const connections of FEWER_CONNECTIONS) {
    const measured: Measure[] = [];
    for (let round = 0; round < context.options.rounds; round += 1) {
      measured.push(await measure(context, contenders.plain, connections));
    }
    plain[connections] = summarise(measured);
  }
  for (const { stop } of all) await stop();
  const ratioOf = (which: Who, of: 'requestsPerSecond' | 'cpuMsPerRequest') =>
    medianRatio(rounds.map((round) => [round[which][of], round.plain[of]] as const));
  const compared = (which: Who): Compared => ({
    name: NAMES[which],
    measure: summarise(rounds.map((round) => round[which])),
    ratio: ratioOf(which, 'requestsPerSecond'),
    cpuRatio: ratioOf(which, 'cpuMsPerRequest'),
  });
  return {
    database,
    plain,
    limited: compared('limited'),
    stopping: compared('stopping'),
    sandbox: compared('sandbox'),
  };
}

/** A service for each, so that all have as much behind them as the others when they are measured. */
async function startAll(
  context: Context,
  newPostgres: () => Promise<PostgresServer | null>,
): Promise<Record<Who, Started>> {
  const start = async (who: Who, terms: Terms, rateLimits: 'on' | 'off'): Promise<Started> => {
    const settings = { ASSIZE_RATE_LIMITS: rateLimits };
    const installed = await installOn(context, await newPostgres(), terms, settings);
    const running = await startAssize(context, installed);
    const key = who === 'sandbox' ? installed.sandboxKey : installed.key;
    return { ...atDoorB(NAMES[who], running, key), stop: running.stop };
  };
  const contenders = {
    plain: await start('plain', FREE_OF_TERMS, 'off'),
    limited: await start('limited', LIMITS, 'on'),
    stopping: await start('stopping', NEARLY_USED, 'off'),
    sandbox: await start('sandbox', FREE_OF_TERMS, 'off'),
  };
  const headersOf = async (contender: Contender) => (await ask(contender)).headers;
  if ((await headersOf(contenders.limited))['x-ratelimit-limit'] === undefined) {
    throw new Error('nothing is limited');
  }
  if ((await headersOf(contenders.stopping))['x-usage-warning'] === undefined) {
    throw new Error('nothing is used');
  }
  return contenders;
}

/** One after another, and the next round the other way round: the limited one always next to the plain one. */
async function measureRound(
  context: Context,
  contenders: Record<Who, Contender>,
  isReversed: boolean,
): Promise<Round> {
  const order = isReversed ? [...ORDER].reverse() : ORDER;
  const measured = new Map<Who, Measure>();
  for (const who of order) measured.set(who, await measure(context, contenders[who], CONNECTIONS));
  return Object.fromEntries(measured) as Round;
}

export function verdictsPart(all: readonly Verdicts[]): Part {
  const row = (database: string, name: string, of: Measure | undefined, ...ratios: string[]) => [
    ...[database, name, figure(of?.requestsPerSecond ?? null), figure(of?.p50Ms ?? null)],
    ...[figure(of?.p99Ms ?? null), figure(of?.cpuMsPerRequest ?? null)],
    ...[cpuOfDatabase(of), String(of?.errors ?? ''), ...ratios],
  ];
  return {
    tables: [
      {
        columns: [
          ...['database', `verdicts at ${CONNECTIONS} connections`, 'per second', 'p50 ms', 'p99 ms'],
          ...['CPU ms/verdict', '+ PostgreSQL', 'errors', 'of no terms', 'CPU of no terms'],
        ],
        rows: all.flatMap(({ database, plain, limited, stopping, sandbox }) => [
          row(database, NAMES.plain, plain[CONNECTIONS], '', ''),
          ...[limited, stopping, sandbox].map(({ name, measure, ratio, cpuRatio }) =>
            row(database, name, measure, figure(ratio), figure(cpuRatio)),
          ),
        ]),
      },
    ],
    checks: [],
    notes: [],
  };
}

/** Empty where the database is no process of its own. */
function cpuOfDatabase(of: Measure | undefined): string {
  const cpu = of?.databaseCpuMsPerRequest ?? null;
  return cpu === null ? '' : figure(cpu);
}
