/**
 * Counts the use of a mandate in the transaction of the verdict that uses it. If several verdicts race for the rest of
 * a mandate, as many win as it allows; the others are judged again. A chore records each mandate that is used up.
 */
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import { leasedChore } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import { type ChangeDeps, recordChange, stampNow } from '../../evidence/changes/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import { hasLimits, type MandateRow, stateOf } from '../mandate.ts';
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

export const MANDATE_USED_UP = 'mandate.use_up';
/** The actor, since this follows from the uses. */
const BY_USE = 'use';

const EVERY_MS = 1000;
const LEASE_MS = 30_000;
const ROWS_AT_ONCE = 100;

export function useUpChore(deps: ChangeDeps & { db: Database }): Chore {
  return leasedChore(deps, {
    name: 'record mandates that are used up',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue) {
      for (;;) {
        const rows = await usedUp(deps.db);
        if (rows.length === 0 || !(await mayContinue())) return;
        for (const row of rows) await record(deps, row);
        // A mandate whose columns were altered is never recorded; the next round looks at it again.
        if (rows.length < ROWS_AT_ONCE) return;
      }
    },
  });
}

async function usedUp(db: Database): Promise<MandateRow[]> {
  return db
    .selectFrom('mandates')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('used_up_evidence_id', 'is', null)
    .where((row) =>
      row.or([
        row('actions_used', '>=', row.ref('most_actions')),
        row.and([row('spent_micro_usd', '>', 0), row('spent_micro_usd', '>=', row.ref('most_micro_usd'))]),
      ]),
    )
    .limit(ROWS_AT_ONCE)
    .execute();
}

async function record(deps: ChangeDeps & { db: Database }, row: MandateRow): Promise<void> {
  const { chain, mandate_id, actions_used, spent_micro_usd } = row;
  if (stateOf(row, Number.NEGATIVE_INFINITY) !== 'used_up') return;
  const stamp = stampNow(deps);
  const marked = deps.db
    .updateTable('mandates')
    .set({ used_up_evidence_id: stamp.id })
    .where('chain', '=', chain)
    .where('mandate_id', '=', mandate_id)
    .where('used_up_evidence_id', 'is', null);
  await recordChange(deps, {
    chain,
    stamp,
    action: MANDATE_USED_UP,
    actor: BY_USE,
    change: { mandate_id, actions_used, spent_micro_usd },
    statements: [bound(marked, 1)],
  });
}
