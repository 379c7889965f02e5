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

const PLAIN = 'no terms';

interface Round {
  own: Measure;
  beside: Measure;
}

interface Compared {
  name: string;
  measure: Measure;
  /** Of requests per second, to the tenant of whom nothing is asked. */
  ratio: number | null;
}

export interface Verdicts {
  database: string;
  /** Of the tenant of whom nothing is asked, by connections. */
  plain: Record<number, Measure>;
  /** null where the service keeps no limits. */
  limited: Compared | null;
  stopping: Compared;
  sandbox: Compared;
}

export async function measureVerdicts(
  context: Context,
  database: string,
  newPostgres: () => Promise<PostgresServer | null>,
): Promise<Verdicts> {
  const start = async (terms: Terms, settings: Record<string, string>) => {
    const installed = await installOn(context, await newPostgres(), terms, settings);
    return { installed, running: await startAssize(context, installed) };
  };
  const [off, on] = [{ ASSIZE_RATE_LIMITS: 'off' }, { ASSIZE_RATE_LIMITS: 'on' }];
  const free = await start(FREE_OF_TERMS, off);
  const limits = await start(LIMITS, on);
  const near = await start(NEARLY_USED, off);
  const plain = atDoorB(PLAIN, free.running, free.installed.key);
  const sandbox = atDoorB('sandbox', free.running, free.installed.sandboxKey);
  const limited = atDoorB('limits that never refuse', limits.running, limits.installed.key);
  const stopping = atDoorB('stops at its allowance, 90 % used', near.running, near.installed.key);
  const isLimited = (await ask(limited)).headers['x-ratelimit-limit'] !== undefined;
  if ((await ask(stopping)).headers['x-usage-warning'] === undefined) throw new Error('nothing is used');
  for (const contender of [plain, limited, stopping, sandbox]) await warmUp(context, contender, CONNECTIONS);
  const rounds = { limited: [] as Round[], stopping: [] as Round[], sandbox: [] as Round[] };
  for (let round = 0; round < context.options.rounds; round += 1) {
    context.progress(`usage: ${database}: verdicts, round ${round + 1} of ${context.options.rounds}`);
    const turn = (contender: Contender) => measureBeside(context, contender, plain, round % 2 === 0);
    if (isLimited) rounds.limited.push(await turn(limited));
    rounds.stopping.push(await turn(stopping));
    rounds.sandbox.push(await turn(sandbox));
  }
  const atFewer = new Map<number, Measure>();
  for (const connections of FEWER_CONNECTIONS) {
    const measured: Measure[] = [];
    for (let round = 0; round < context.options.rounds; round += 1) {
      measured.push(await measure(context, plain, connections));
    }
    atFewer.set(connections, summarise(measured));
  }
  for (const { running } of [free, limits, near]) await running.stop();
  const all = Object.values(rounds).flat();
  return {
    database,
    plain: { ...Object.fromEntries(atFewer), [CONNECTIONS]: summarise(all.map(({ beside }) => beside)) },
    limited: isLimited ? comparedOf(limited, rounds.limited) : null,
    stopping: comparedOf(stopping, rounds.stopping),
    sandbox: comparedOf(sandbox, rounds.sandbox),
  };
}

/** Who goes first changes from round to round. */
async function measureBeside(
  context: Context,
  contender: Contender,
  plain: Contender,
  plainFirst: boolean,
): Promise<Round> {
  if (plainFirst) {
    const beside = await measure(context, plain, CONNECTIONS);
    return { own: await measure(context, contender, CONNECTIONS), beside };
  }
  const own = await measure(context, contender, CONNECTIONS);
  return { own, beside: await measure(context, plain, CONNECTIONS) };
}

function comparedOf({ name }: Contender, rounds: readonly Round[]): Compared {
  return {
    name,
    measure: summarise(rounds.map(({ own }) => own)),
    ratio: medianRatio(
      rounds.map(({ own, beside }) => [own.requestsPerSecond, beside.requestsPerSecond] as const),
    ),
  };
}

export function verdictsPart(all: readonly Verdicts[]): Part {
  const row = (database: string, name: string, of: Measure | undefined, ratio: string) => [
    ...[database, name, figure(of?.requestsPerSecond ?? null), figure(of?.p50Ms ?? null)],
    ...[figure(of?.p99Ms ?? null), figure(of?.cpuMsPerRequest ?? null)],
    ...[cpuOfDatabase(of), String(of?.errors ?? ''), ratio],
  ];
  return {
    tables: [
      {
        columns: [
          ...['database', `verdicts at ${CONNECTIONS} connections`, 'per second', 'p50 ms', 'p99 ms'],
          ...['CPU ms/verdict', '+ PostgreSQL', 'errors', 'of no terms'],
        ],
        rows: all.flatMap(({ database, plain, limited, stopping, sandbox }) => [
          row(database, PLAIN, plain[CONNECTIONS], ''),
          ...[limited, stopping, sandbox]
            .filter((each) => each !== null)
            .map(({ name, measure, ratio }) => row(database, name, measure, figure(ratio))),
        ]),
      },
    ],
    checks: [],
    notes: all.some(({ limited }) => limited === null)
      ? ['This service keeps no limits on Surface B: what they cost was left out.']
      : [],
  };
}

/** Empty where the database is no process of its own. */
function cpuOfDatabase(of: Measure | undefined): string {
  const cpu = of?.databaseCpuMsPerRequest ?? null;
  return cpu === null ? '' : figure(cpu);
}
