/**
 * States the payloads of each chain whose retention has ended: all expired ones once a day, and further ones only if
 * they are many, so that statements do not outnumber the payloads they remove.
 */

import { formatHash, type JsonObject, type RemovalKind } from '@assize/evidence-format';
import type { MayContinue } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { monthOf, startOfMonth } from '../../foundation/month.ts';
import {
  type RetentionSetting,
  retentionDays,
  type Tier,
  tierChanges,
  tierDuring,
} from '../../tenants/index.ts';
import { holdsInForce } from '../holds/hold.ts';
import { type ExpiredRange, type Expiry, expiredFrom } from './expired.ts';
import { isPruning, leftFrom, liftedHolds, noteCaughtUp } from './left.ts';
import { type StateDeps, stateRemoval } from './state.ts';

export interface PruneDeps extends StateDeps {
  retention: RetentionSetting;
}

/** The actor of prunings, which have no requester. */
const ACTOR = 'retention';
/** The minimum for another statement within a day. */
const WORTH_AN_ACT = 2048;
/** The maximum in one statement, so that an interrupted pruning is not repeated from far back. */
const MAX_IN_AN_ACT = 262_144;

interface PrunableChain {
  chain: number;
  tenantId: string;
  /** The latest settings. */
  tier: Tier;
  /** Positions before this one are already stated. */
  statedUpTo: number;
  /** ms since the epoch; null if nothing was ever pruned. */
  statedAt: number | null;
}

/** A chain that can't be pruned does not stop the others. @throws the error of the first such chain. */
export async function stateExpired(deps: PruneDeps, mayContinue: MayContinue): Promise<void> {
  const faults: unknown[] = [];
  for (const chain of await prunableChains(deps.db)) {
    if (!(await mayContinue())) break;
    await stateExpiredOf(deps, chain, mayContinue).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

async function stateExpiredOf(
  deps: PruneDeps,
  pruned: PrunableChain,
  mayContinue: MayContinue,
): Promise<void> {
  const { chain, statedAt } = pruned;
  const nowMs = deps.clock.now();
  const tier = await tierThisMonth(deps.db, pruned, nowMs);
  const days = retentionDays(deps.retention, tier);
  if (days === null) return;
  const beforeMs = nowMs - days * DAY_MS;
  const holds = await holdsInForce(deps.db, chain);
  const expiry = { beforeMs, holds, most: MAX_IN_AN_ACT };
  const rule = { tier, retention_days: days, before: new Date(beforeMs).toISOString() };
  const state = ({ first, end, root }: ExpiredRange, needlessBy?: readonly RemovalKind[]) => {
    const change: JsonObject = { from_index: first, to_index: end, root: formatHash(root), rule };
    if (holds.length > 0) change.holds = holds.map(({ id }) => id);
    const kind = 'retention';
    return stateRemoval(deps, holds, { chain, kind, first, end, actor: ACTOR, change, needlessBy });
  };
  await catchUp(deps, pruned, expiry, state);
  const least = statedAt !== null && nowMs - statedAt < DAY_MS ? WORTH_AN_ACT : 1;
  for (let first = pruned.statedUpTo; await mayContinue(); ) {
    const range = await expiredFrom(deps.db, chain, first, expiry);
    if (range === null || range.end - range.first < least) return;
    await state(range);
    first = range.end;
  }
}

/** Earlier statements left out payloads under legal hold. Once a hold is lifted, these are stated too. */
async function catchUp(
  { db, clock }: PruneDeps,
  { chain, statedUpTo }: PrunableChain,
  expiry: Expiry,
  state: (range: ExpiredRange, needlessBy: readonly RemovalKind[]) => Promise<void>,
): Promise<void> {
  const lifted = await liftedHolds(db, chain);
  if (lifted.length === 0 || (await isPruning(db, chain))) return;
  const caughtUpAt = clock.now();
  for (let from = 0; ; ) {
    const left = await leftFrom(db, chain, { ...expiry, from, end: statedUpTo });
    if (left === null) break;
    await state(left, []);
    from = left.end;
  }
  await noteCaughtUp(db, chain, lifted, caughtUpAt);
}

/** After a downgrade, the previous tier and its retention apply until the end of the month. */
async function tierThisMonth(db: Database, { tenantId, tier }: PrunableChain, nowMs: number): Promise<Tier> {
  const month = monthOf(nowMs);
  const period = { from: startOfMonth(month), to: startOfMonth(month + 1) };
  return tierDuring(await tierChanges(db, tenantId), period) ?? tier;
}

async function prunableChains(db: Database): Promise<PrunableChain[]> {
  const rows = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .leftJoin('removals', (join) =>
      join.onRef('removals.chain', '=', 'chains.chain').on('removals.kind', '=', 'retention'),
    )
    .select(['chains.chain', 'chains.tenant_id', 'tenants.tier'])
    .select(({ fn }) => [
      fn.max<number | null>('removals.behind_last').as('stated_up_to'),
      fn.max<number | null>('removals.stated_at').as('stated_at'),
    ])
    .groupBy(['chains.chain', 'chains.tenant_id', 'tenants.tier'])
    .execute();
  return rows.map((row) => ({
    chain: row.chain,
    tenantId: row.tenant_id,
    tier: row.tier as Tier,
    statedUpTo: row.stated_up_to ?? 0,
    statedAt: row.stated_at,
  }));
}
