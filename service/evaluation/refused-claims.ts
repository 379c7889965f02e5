/** What was refused of an agent lately, so that asking again with a milder story is noticed. */
import type { Database } from '../database/open.ts';
import type { RiskLevel } from '../settings/index.ts';
import type { RefusedClaim } from './facts.ts';

/** How long a refusal is remembered. */
export const REFUSAL_MEMORY_MS = 86_400_000;

export interface Asked {
  chain: number;
  agentId: string;
  action: string;
  /** ms since the epoch. */
  at: number;
}

/** The gravest first. */
export async function refusedClaims(
  db: Database,
  { chain, agentId, action, at }: Asked,
): Promise<RefusedClaim[]> {
  const rows = await db
    .selectFrom('refused_claims')
    .select(['risk_level', 'is_irreversible'])
    .where('chain', '=', chain)
    .where('agent_id', '=', agentId)
    .where('action', '=', action)
    .where('refused_at', '>', at - REFUSAL_MEMORY_MS)
    .execute();
  return rows.map(({ risk_level, is_irreversible }) => {
    return { risk_level: risk_level as RiskLevel, is_irreversible: is_irreversible === 1 };
  });
}
