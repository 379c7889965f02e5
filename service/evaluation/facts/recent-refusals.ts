/**
 * Remembers the recent refusals of an agent, so that a second request with milder claims is noticed. Every refusal is
 * stored, in either attestation mode, so that the last day is already on record when a tenant changes to `verified`.
 */

import { nameKey } from '@assize/act-reading/names';
import type { RiskLevel } from '@assize/act-reading/risk';
import type { Database } from '../../database/open.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import type { RefusedClaim } from '../question/facts.ts';
import type { EvaluationRequest } from '../question/request.ts';

/** How long a refusal is remembered. */
export const REFUSAL_MEMORY_MS = DAY_MS;

/**
 * The agent and the action of a refusal, by the keys of their names, so that another spelling does not get round it.
 */
export interface RefusedAction {
  chain: number;
  agentKey: string;
  actionKey: string;
}

/** null where no agent is named. */
export function refusable(
  chain: number,
  { agent_id, action }: Pick<EvaluationRequest, 'agent_id' | 'action'>,
): RefusedAction | null {
  return agent_id === undefined ? null : { chain, agentKey: nameKey(agent_id), actionKey: nameKey(action) };
}

export interface RefusalQuery extends RefusedAction {
  /** ms since the epoch. */
  at: number;
}

const MAX_RECENT = 20_000;

/**
 * The agents that have recent refusals as far as this node knows, so that these are looked up before the agents are
 * judged again. This only saves work: an agent that is missing here is assumed not to have been refused, and the
 * append checks the assumption against the record.
 */
export class RecentRefusals {
  readonly #keys = new Set<string>();

  has(refused: RefusedAction): boolean {
    return this.#keys.size > 0 && this.#keys.has(keyOf(refused));
  }

  /** When there is no more room, the oldest entry is forgotten. */
  add(refused: RefusedAction): void {
    this.#keys.add(keyOf(refused));
    if (this.#keys.size <= MAX_RECENT) return;
    for (const oldest of this.#keys) {
      this.#keys.delete(oldest);
      return;
    }
  }

  drop(refused: RefusedAction): void {
    this.#keys.delete(keyOf(refused));
  }
}

/** For verdicts that are not appended, since no append would check an assumption. */
export const alwaysCheck: RecentRefusals = Object.assign(new RecentRefusals(), { has: () => true });

function keyOf({ chain, agentKey, actionKey }: RefusedAction): string {
  return JSON.stringify([chain, agentKey, actionKey]);
}

/** An assumption for a verdict whose evidence is appended only while the assumption holds. */
export interface Assumption {
  /** For the append: the agent was refused no claim of the action after this time, ms since the epoch. */
  unlessRefused: { agent_id: string; action: string; after: number };
  /** Called where the assumption did not hold: the next request of this agent for this action queries first. */
  failed(): void;
}

/** Nearly always nothing was refused, so that is assumed without a query unless this node knows of a refusal. */
export function assumedUnrefused(recent: RecentRefusals, query: RefusalQuery): Assumption | null {
  if (recent.has(query)) return null;
  const { agentKey: agent_id, actionKey: action, at } = query;
  const unlessRefused = { agent_id, action, after: at - REFUSAL_MEMORY_MS };
  return { unlessRefused, failed: () => recent.add(query) };
}

export async function refusedClaims(
  { db, recentRefusals }: { db: Database; recentRefusals: RecentRefusals },
  query: RefusalQuery,
): Promise<RefusedClaim[]> {
  const claims = await claimsRefusedSince(db, { ...query, at: query.at - REFUSAL_MEMORY_MS + 1 });
  if (claims.length === 0) recentRefusals.drop(query);
  return claims;
}

/** Finds the claims refused from this moment on. */
export async function claimsRefusedSince(
  db: Database,
  { chain, agentKey, actionKey, at }: RefusalQuery,
): Promise<RefusedClaim[]> {
  const rows = await db
    .selectFrom('refused_claims')
    .select(['risk_level', 'is_irreversible'])
    .where('chain', '=', chain)
    .where('agent_id', '=', agentKey)
    .where('action', '=', actionKey)
    .where('refused_at', '>=', at)
    .execute();
  return rows.map(({ risk_level, is_irreversible }) => {
    return { risk_level: risk_level as RiskLevel, is_irreversible: is_irreversible === 1 };
  });
}

const ROWS_AT_ONCE = 1000;

/**
 * Converts the refusals that earlier versions stored under names as they were sent. Runs once at each start, so that
 * none written by an older node is missed.
 */
export async function keyRefusedClaims(db: Database): Promise<void> {
  let after = -1;
  for (;;) {
    const rows = await db
      .selectFrom('refused_claims')
      .selectAll()
      .where('refused_at', '>', after)
      .orderBy('refused_at')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const keyed = { ...row, agent_id: nameKey(row.agent_id), action: nameKey(row.action) };
      if (keyed.agent_id === row.agent_id && keyed.action === row.action) continue;
      await db
        .insertInto('refused_claims')
        .values(keyed)
        .onConflict((conflict) =>
          conflict
            .columns(['chain', 'agent_id', 'action', 'risk_level', 'is_irreversible'])
            .doUpdateSet({ refused_at: row.refused_at })
            .where('refused_claims.refused_at', '<', row.refused_at),
        )
        .execute();
    }
    if (rows.length < ROWS_AT_ONCE) return;
    // The page may end in the middle of rows of the same moment.
    const last = rows.at(-1)?.refused_at ?? 0;
    after = rows[0]?.refused_at === last ? last : last - 1;
  }
}

/**
 * Deletes one row at a time: evaluations write these rows too, and a statement that holds one row blocks them only
 * briefly.
 */
export async function forgetRefusedClaims(db: Database, nowMs: number): Promise<void> {
  const before = nowMs - REFUSAL_MEMORY_MS;
  for (;;) {
    const old = await db
      .selectFrom('refused_claims')
      .selectAll()
      .where('refused_at', '<=', before)
      .orderBy('refused_at')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { chain, agent_id, action, risk_level, is_irreversible } of old) {
      await db
        .deleteFrom('refused_claims')
        .where('chain', '=', chain)
        .where('agent_id', '=', agent_id)
        .where('action', '=', action)
        .where('risk_level', '=', risk_level)
        .where('is_irreversible', '=', is_irreversible)
        .where('refused_at', '<=', before)
        .execute();
    }
    if (old.length < ROWS_AT_ONCE) return;
  }
}
