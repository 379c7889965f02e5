/** Verdicts on different terms, each beside a tenant without terms. */
import { monthOf } from '../../../service/foundation/month.ts';
import { requireAgreement } from '../../../service/usage/terms/agreed.ts';
import type { Context } from '../../context.ts';
import { withService } from '../../fill/service.ts';
import { ask } from '../../http.ts';
import * as load from '../../load/measure.ts';
import type { DatabaseKind } from '../../options.ts';
import type { Part } from '../../report.ts';
import { installAssize, newKey, type RunningAssize, startAssize } from '../../servers/assize.ts';

export const CONNECTIONS = 64;
/** For comparison with appends: a batch is seldom larger than the number of callers that wait for it. */
export const FEWER_CONNECTIONS = [1, 16];

const LIMITS = { evaluations_per_second: 1_000_000, evidence_per_day: 1_000_000_000_000 };
/** Nine tenths are used, and the last tenth is more than the load uses. */
const ALLOWANCES = { governance_evaluations: 1_000_000_000, evidence_emissions: 2_000_000_000 };
const USED = 900_000_000;
/** Node goes on compiling for a long time, and the figures differ by less than that brings. */
const WARM_UP_TURNS = 5;

type Verdicts = Awaited<ReturnType<typeof measureVerdicts>>;

export async function measureVerdicts(context: Context, kind: DatabaseKind) {
  const [plain, ...others] = await startAll(context, kind);
  const { database } = plain;
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
    for (const contender of [plain, ...others]) await load.warmUp(context, contender, CONNECTIONS);
  }
  const what = `usage: ${database}: verdicts`;
  const all = await load.compare(context, what, plain, others.map(load.sideOf), CONNECTIONS);
  /** Requests per second, by connections. */
  const ratesOfPlain: Record<number, number | null> = { [CONNECTIONS]: all[0].requestsPerSecond };
  for (const connections of FEWER_CONNECTIONS) {
    const rounds: load.Measure[] = [];
    while (rounds.length < context.options.rounds) {
      rounds.push(await load.measure(context, plain, connections));
    }
    ratesOfPlain[connections] = load.summarise(rounds).requestsPerSecond;
  }
  for (const { stop } of [plain, ...others]) await stop();
  return { database, all, limited: all[1], ratesOfPlain };
}

interface Terms {
  agreed?: object;
  /** The tenant stops at its allowances, of which so much is used. */
  used?: number;
  limits?: 'on' | 'off';
  isSandbox?: true;
}

/** A service for each, so that all of them are equally warm when they are measured. */
async function startAll(context: Context, kind: DatabaseKind): Promise<[RunningAssize, ...RunningAssize[]]> {
  const start = (name: string, terms: Terms) => startOn(context, kind, name, terms);
  const plain = await start('no terms', {});
  const limited = await start('limits that never refuse', { agreed: LIMITS, limits: 'on' });
  const nearlyUsed = { agreed: { allowances: ALLOWANCES }, used: USED };
  const stopping = await start('stops at its allowance, 90 % used', nearlyUsed);
  const sandbox = await start('sandbox', { isSandbox: true });
  const headersOf = async (running: RunningAssize) => (await ask(running)).headers;
  if (!(await headersOf(limited))['x-ratelimit-limit']) throw new Error('nothing is limited');
  if (!(await headersOf(stopping))['x-usage-warning']) throw new Error('nothing is used');
  return [plain, limited, stopping, sandbox];
}

/** Sets the terms in the database before the service starts. It is asked on surface B, which has the limits. */
async function startOn(context: Context, kind: DatabaseKind, name: string, wanted: Terms) {
  const { agreed = {}, used, limits = 'off', isSandbox } = wanted;
  const sandboxKey = newKey();
  const settings = { ASSIZE_INIT_SANDBOX_KEY: sandboxKey, ASSIZE_RATE_LIMITS: limits };
  const installation = await installAssize(context, kind, settings);
  await withService(installation.environment, async ({ db, clock, authenticator }) => {
    const { chain } = await authenticator.authenticate(installation.key);
    const hard_limit = used === undefined ? 0 : 1;
    const terms = { agreed: requireAgreement(JSON.stringify(agreed)), hard_limit };
    await db.updateTable('tenants').set(terms).execute();
    const counts = { evaluations: used ?? 0, emissions: used ?? 0, compliance_checks: 0 };
    const bytes = { payload_bytes: 0, removed_bytes: 0 };
    await db
      .insertInto('usage_counters')
      .values({ chain, month: monthOf(clock.now()), ...counts, ...bytes })
      .onConflict((conflict) => conflict.columns(['chain', 'month']).doUpdateSet(counts))
      .execute();
  });
  const running = await startAssize(context, installation);
  const authorization = `Bearer ${isSandbox ? sandboxKey : installation.key}`;
  const headers = { 'content-type': 'application/json', authorization };
  return { ...running, name, headers, url: new URL('/v1/governance/evaluate', running.url).href };
}

export function verdictsPart(all: readonly Verdicts[]): Part {
  const rows = all.flatMap(({ database, all }) => all.map((of) => ({ ...of, database })));
  return { tables: [load.verdictsTable(rows, CONNECTIONS, 'no terms')] };
}
