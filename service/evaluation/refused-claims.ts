/**
 * What was refused of an agent lately, so that asking again with a milder story is noticed. It is noted with every
 * refusal, whatever claims count for, so that a tenant who stops believing them has the last day to go by.
 */
import type { Database } from '../database/open.ts';
import type { RiskLevel } from '../governance/settings/index.ts';
import type { RefusedClaim } from './facts.ts';
import type { Suspect, Suspects } from './suspects.ts';

/** How long a refusal is remembered. */
export const REFUSAL_MEMORY_MS = 86_400_000;

export interface Asked extends Suspect {
  /** ms since the epoch. */
  at: number;
}

/** What a verdict may go by where its evidence is appended only while it holds. */
export interface Assumption {
  /** The agent was refused no claim of the action after this time, ms since the epoch. */
  unlessRefusedAfter: number;
  /** It did not hold: whoever asks next for the same is to look first. */
  failed(): void;
}

/** Nearly always nothing was refused: that is assumed, without a look, of whoever is no suspect. */
export function assumedUnrefused(suspects: Suspects, asked: Asked): Assumption | null {
  if (suspects.has(asked)) return null;
  return { unlessRefusedAfter: asked.at - REFUSAL_MEMORY_MS, failed: () => suspects.add(asked) };
}

export async function refusedClaims(
  { db, suspects }: { db: Database; suspects: Suspects },
  asked: Asked,
): Promise<RefusedClaim[]> {
  const claims = await claimsRefusedSince(db, { ...asked, at: asked.at - REFUSAL_MEMORY_MS + 1 });
  if (claims.length === 0) suspects.drop(asked);
  return claims;
}

/** From this moment on. */
export async function claimsRefusedSince(
  db: Database,
  { chain, agentId, action, at }: Asked,
): Promise<RefusedClaim[]> {
  const rows = await db
    .selectFrom('refused_claims')
    .select(['risk_level', 'is_irreversible'])
    .where('chain', '=', chain)
    .where('agent_id', '=', agentId)
    .where('action', '=', action)
    .where('refused_at', '>=', at)
    .execute();
  return rows.map(({ risk_level, is_irreversible }) => {
    return { risk_level: risk_level as RiskLevel, is_irreversible: is_irreversible === 1 };
  });
}

const ROWS_AT_ONCE = 1000;

/** One row at a time: evaluations write these rows too, and whoever holds only one can't be in anybody's way for long. */
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
