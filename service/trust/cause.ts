/**
 * The facts that count for trust. A cause is written in the transaction of its fact, and deleted in that of its
 * `trust_update`, so each leads to exactly one update, even if a process dies in between.
 */

import type { RiskLevel } from '@assize/act-reading/risk';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { TrustCausesTable } from '../database/tables/governance.ts';

export type CauseType = TrustCausesTable['cause'];

const LOSSES: readonly CauseType[] = ['failure', 'executed_despite_block', 'rejected'];

export function isLoss(type: CauseType): boolean {
  return LOSSES.includes(type);
}

/**
 * Returns the cause that follows from the reported outcome of an evaluation, or null. An action that was done although
 * it had to wait for a human is not a success.
 */
export function causeOfOutcome(verdict: string | null, outcome: unknown): CauseType | null {
  if (verdict === 'block') return 'executed_despite_block';
  if (outcome === 'failure') return 'failure';
  return outcome === 'success' && verdict === 'proceed' ? 'success' : null;
}

/** Returns the cause that follows from the end of an approval: only a human's decision gives one. */
export function causeOfResolution(resolution: unknown): CauseType | null {
  return resolution === 'approved' || resolution === 'rejected' ? resolution : null;
}

export interface TrustCause {
  chain: number;
  /** The artifact of the fact. */
  evidenceId: string;
  agentId: string;
  type: CauseType;
  /** The effective risk of the evaluation that the fact is about. */
  riskLevel: RiskLevel;
  action: string;
  /** The id of the key or member that asked for that evaluation. */
  party: string;
  /** When the fact was recorded, ms since the epoch. */
  at: number;
}

/** Returns the statement for the transaction of the fact. */
export function causeStatement(db: Database, cause: TrustCause): BoundStatement {
  const row = {
    chain: cause.chain,
    evidence_id: cause.evidenceId,
    agent_id: cause.agentId,
    cause: cause.type,
    risk_level: cause.riskLevel,
    action: cause.action,
    happened_at: cause.at,
    party: cause.party,
  };
  return bound(db.insertInto('trust_causes').values(row), 1);
}
