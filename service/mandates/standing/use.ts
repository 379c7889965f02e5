/**
 * Counts the use of a mandate in the transaction of the verdict that uses it. If several verdicts race for the rest of
 * a mandate, as many win as it allows; the others are judged again. A chore records each mandate that is used up.
 */

import type { Effect } from '@assize/act-reading/targets';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import { leasedChore } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import { type ChangeDeps, recordChange, stampNow } from '../../evidence/changes/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import { hasLimits, type MandateRow, stateOf } from '../mandate.ts';
import { allowedBy, type CountedStep } from '../plan/index.ts';
import type { MandateNow } from './mandate-now.ts';
import { freeStep } from './outside.ts';

export interface Use {
  evaluationId: string;
  action: string;
  effects: readonly Effect[];
  costMicroUsd: number;
  /** ms since the epoch. */
  at: number;
}

/** Returns the statements; none where the mandate has no limit. */
export function useStatements(
  db: Database,
  mandate: MandateNow,
  { evaluationId, action, effects, costMicroUsd, at }: Use,
): BoundStatement[] {
  const { row, terms } = mandate;
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
  // A human has approved an action for which no step is left: it is counted, but at none.
  const step = freeStep(allowedBy(terms.plan ?? [], action, effects).counted, mandate.uses);
  const use = { micro_usd: counted, used_at: at, step: step?.key ?? null };
  const kept = db
    .insertInto('mandate_uses')
    .values({ chain, mandate_id, evaluation_id: evaluationId, ...use });
  // The first statement holds the row of the mandate, so that no other use comes between the count and its own.
  return [bound(taken, 1), ...(step === null ? [] : [stillFree(db, row, step)]), bound(kept, 1)];
}

function stillFree(
  db: Database,
  { chain, mandate_id }: MandateRow,
  { key, most }: CountedStep,
): BoundStatement {
  const free = db
    .selectFrom('mandates')
    .select('mandate_id')
    .where('chain', '=', chain)
    .where('mandate_id', '=', mandate_id)
    .where((row) =>
      row(
        row
          .selectFrom('mandate_uses as uses')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('uses.chain', '=', chain)
          .where('uses.mandate_id', '=', mandate_id)
          .where('uses.step', '=', key),
        '<',
        most,
      ),
    );
  return bound(free, 1);
}

/** How often each step of the mandate's plan was used, by the step's key. */
export async function usesOfSteps(
  db: Database,
  { chain, mandate_id }: MandateRow,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('mandate_uses')
    .select(({ fn }) => ['step', fn.countAll<number>().as('uses')])
    .where('chain', '=', chain)
    .where('mandate_id', '=', mandate_id)
    .where('step', 'is not', null)
    .groupBy('step')
    .execute();
  return new Map(rows.map(({ step, uses }) => [step ?? '', Number(uses)]));
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
