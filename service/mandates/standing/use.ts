/**
 * Counts the use of a mandate in the transaction of the verdict that uses it. If several verdicts race for the rest of
 * a mandate, as many win as it allows; the others are judged again.
 */
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { hasLimits } from '../mandate.ts';
import type { MandateNow } from './standing.ts';

export interface Use {
  evaluationId: string;
  costMicroUsd: number;
  /** ms since the epoch. */
  at: number;
}

/** Returns the statements; none where the mandate has no limit. */
export function useStatements(
  db: Database,
  { row, terms }: MandateNow,
  { evaluationId, costMicroUsd, at }: Use,
): BoundStatement[] {
  if (!hasLimits(terms)) return [];
  const { chain, mandate_id } = row;
  const { max_actions, budget_micro_usd } = terms;
  // Without a budget a claimed cost has no bound.
  const counted = budget_micro_usd === null ? 0 : costMicroUsd;
  let taken = db
    .updateTable('mandates')
    .set((mandate) => ({
      actions_used: mandate('actions_used', '+', 1),
      spent_micro_usd: mandate('spent_micro_usd', '+', counted),
    }))
    .where('chain', '=', chain)
    .where('mandate_id', '=', mandate_id)
    .where('version', '=', row.version)
    .where('closed_at', 'is', null);
  if (max_actions !== null) taken = taken.where('actions_used', '<', max_actions);
  if (budget_micro_usd !== null) taken = taken.where('spent_micro_usd', '<=', budget_micro_usd - counted);
  const kept = db
    .insertInto('mandate_uses')
    .values({ chain, mandate_id, evaluation_id: evaluationId, micro_usd: counted, used_at: at });
  return [bound(taken, 1), bound(kept, 1)];
}
