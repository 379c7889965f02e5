/** Compares reservations with evaluations: each is of a `proceed` under that budget, and each of those has one. */
import type { JsonObject } from '@assize/evidence-format';
import { RESERVATION_LIFETIME_MS, spentBy } from '../../../budgets/index.ts';
import type { EvaluationRequest } from '../../../evaluation/question/index.ts';
import type { EvaluationRecord } from '../../../evaluation/record/index.ts';
import { microUsdOf } from '../../../foundation/money.ts';
import {
  type BudgetRow,
  budgetsOf,
  covers,
  periodStart,
  toBudget,
} from '../../../governance/budgets/index.ts';
import { type Act, evaluationsIn } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { Positions } from '../../comparing/positions.ts';
import { pagesBy, type RowOf, rowsBy, rowsOf } from '../../comparing/rows.ts';
import type { Check } from '../../registry.ts';

type Row = RowOf<'budget_reservations'>;

const POSITIONS_AT_ONCE = 1024;

export const reservations: Check = async (tally, context) => {
  const budgets = await rowsBy(budgetsOf(context.db, context.chain), 'budget_id');
  if (budgets.size === 0) return;
  const reserved = new Positions(context.size);
  const rows = naming({
    rows: () => pagesBy(rowsOf(context, 'budget_reservations'), ['evaluation_id', 'budget_id']),
    names: ['evaluation_id', 'outcome_id'],
    it: ({ budget_id }) => `What is reserved of budget ${budget_id}`,
    compare: (row, { evaluation_id, outcome_id }) =>
      faultOfReservation(row, evaluation_id, budgets.get(row.budget_id)) ?? faultOfOutcome(row, outcome_id),
    noted: () => reserved,
  });
  await rows(tally, context);
  for await (const page of evaluationsIn(context, 'proceed', POSITIONS_AT_ONCE)) {
    for (const act of page) {
      if (reserved.has(act.position) || !isUnderBudget(act)) continue;
      const isFree = costIn(act.payload) === 0;
      tally.compared(
        isFree ? null : 'A budget let this evaluation proceed, but nothing is reserved for it.',
        act,
      );
    }
  }
};

function faultOfReservation(row: Row, act: Act | undefined, budget: BudgetRow | undefined): string | null {
  if (act?.type !== 'governance_eval') return 'is for no evaluation of this chain';
  if (act.verdict !== 'proceed') return `is for an evaluation whose verdict is ${act.verdict}`;
  if (budget === undefined) return 'is of one that is not there';
  if (row.reserved_at !== act.at || row.lapses_at !== act.at + RESERVATION_LIFETIME_MS) {
    return 'was reserved at another time than its evaluation was';
  }
  if (row.period_start !== periodStart(budget.period, act.at)) return 'counts for another period';
  const request = requestIn(act.payload);
  if (request === null) return null;
  if (!covers(toBudget(budget), { action: request.action, agentId: request.agent_id })) {
    return 'is for an evaluation that it does not cover';
  }
  return costIn(act.payload) === row.micro_usd ? null : 'is not what its evaluation costs';
}

function faultOfOutcome(row: Row, outcome: Act | undefined): string | null {
  const isSettled = row.status === 'settled';
  if (isSettled !== (row.outcome_id !== null) || isSettled !== (row.settled_micro_usd !== null)) {
    return 'What was reserved is settled and says by what and how much, or neither; but not here.';
  }
  if (!isSettled) return null;
  if (outcome?.type !== 'action_executed') return 'What was reserved was settled by no outcome.';
  if (outcome.isGone) return null;
  const recorded = outcome.payload ?? {};
  if (recorded.evaluation_id !== row.evaluation_id) {
    return 'What was reserved was settled by the outcome of another evaluation.';
  }
  const { outcome: how, actual_cost_usd: cost } = recorded;
  const actualCostUsd = typeof cost === 'number' ? cost : undefined;
  const isSpent = spentBy({ outcome: how, actualCostUsd }, row.micro_usd) === row.settled_micro_usd;
  return isSpent ? null : 'What was settled is not what its outcome says was spent.';
}

/** An evaluation records the remainders of the budgets that covered it, if any did. */
const COVERED = Buffer.from('"budget_remaining_micro_usd":');

function isUnderBudget(act: Act): boolean {
  if (act.bytes === null || !Buffer.from(act.bytes).includes(COVERED)) return false;
  if (requestIn(act.payload) === null) return false;
  const facts = act.payload?.facts as { budget_remaining_micro_usd?: unknown } | undefined;
  return typeof facts?.budget_remaining_micro_usd === 'number';
}

function requestIn(payload: JsonObject | null): EvaluationRequest | null {
  const request = payload?.request;
  return typeof request === 'object' && request !== null ? (request as unknown as EvaluationRequest) : null;
}

/** As the law that judged it states it, which the registry of verdicts computes again. */
function costIn(payload: JsonObject | null): number {
  const { laws } = (payload ?? {}) as Partial<EvaluationRecord>;
  const { cost_usd: cost = 0 } = (laws?.budget_conservation?.details ?? {}) as { cost_usd?: number };
  return microUsdOf(cost);
}
