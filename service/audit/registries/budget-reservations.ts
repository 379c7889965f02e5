/**
 * Compares reservations with evaluations: each reservation belongs to a `proceed`, at its cost, in a budget that covers
 * it; and each `proceed` under a budget has reserved its cost.
 */

import type { Selectable } from 'kysely';
import { RESERVATION_LIFETIME_MS, spentBy } from '../../budgets/index.ts';
import type { BudgetReservationsTable } from '../../database/tables/governance.ts';
import type { EvaluationRecord, EvaluationRequest } from '../../evaluation/index.ts';
import {
  type LeafAndPayload,
  leavesWithPayload,
  PAGE_ROWS,
  pagesOf,
  rangesOf,
  readPayload,
} from '../../evidence/reading/index.ts';
import { microUsdOf } from '../../foundation/money.ts';
import { type BudgetRow, covers, periodStart, toBudget } from '../../governance/budgets/index.ts';
import type { CheckContext, Tally } from '../registry.ts';
import { Positions } from './missing-payloads.ts';
import { leavesNamedIn } from './rows.ts';

type Row = Selectable<BudgetReservationsTable>;

const POSITIONS_AT_ONCE = 1024;

export async function checkReservations(
  tally: Tally,
  context: CheckContext,
  budgets: ReadonlyMap<string, BudgetRow>,
): Promise<void> {
  const reserved = new Positions(context.size);
  for await (const page of pagesOf((after: Row | undefined) => readRows(context, after))) {
    await checkSome(tally, context, budgets, page, reserved);
  }
  await findUnreserved(tally, context, reserved);
}

function readRows({ db, chain }: CheckContext, after: Row | undefined): Promise<Row[]> {
  const rows = db.selectFrom('budget_reservations').selectAll().where('chain', '=', chain);
  const following =
    after === undefined
      ? rows
      : rows
          // The index is entered by the first condition.
          .where('evaluation_id', '>=', after.evaluation_id)
          .where((row) =>
            row.or([row('evaluation_id', '>', after.evaluation_id), row('budget_id', '>', after.budget_id)]),
          );
  return following.orderBy('evaluation_id').orderBy('budget_id').limit(PAGE_ROWS).execute();
}

async function checkSome(
  tally: Tally,
  context: CheckContext,
  budgets: ReadonlyMap<string, BudgetRow>,
  rows: readonly Row[],
  reserved: Positions,
): Promise<void> {
  const leaves = await leavesNamedIn(context, rows, 'evaluation_id', 'outcome_id');
  for (const row of rows) {
    const leaf = leaves.get(row.evaluation_id);
    const what =
      faultOfReservation(row, leaf, budgets.get(row.budget_id)) ??
      faultOfOutcome(row, leaves.get(row.outcome_id ?? ''));
    tally.compared(what, leaf?.position, row.evaluation_id);
    if (leaf !== undefined && leaf.position < context.size) reserved.add(leaf.position);
  }
}

function faultOfReservation(
  row: Row,
  leaf: LeafAndPayload | undefined,
  budget: BudgetRow | undefined,
): string | null {
  const it = `What is reserved of budget ${row.budget_id}`;
  if (leaf?.artifact_type !== 'governance_eval') return `${it} is for no evaluation of this chain.`;
  if (leaf.verdict !== 'proceed') return `${it} is for an evaluation whose verdict is ${leaf.verdict}.`;
  if (budget === undefined) return `${it} is of one that is not there.`;
  const at = leaf.created_at;
  if (row.reserved_at !== at || row.lapses_at !== at + RESERVATION_LIFETIME_MS) {
    return `${it} was reserved at another time than its evaluation was.`;
  }
  if (row.period_start !== periodStart(budget.period, at)) return `${it} counts for another period.`;
  if (leaf.payload === null) return null;
  const request = requestOf(leaf.payload);
  if (request === null) return null;
  if (!covers(toBudget(budget), { action: request.action, agentId: request.agent_id })) {
    return `${it} is for an evaluation that it does not cover.`;
  }
  return costIn(leaf.payload) === row.micro_usd ? null : `${it} is not what its evaluation costs.`;
}

function faultOfOutcome(row: Row, outcome: LeafAndPayload | undefined): string | null {
  const isSettled = row.status === 'settled';
  if (isSettled !== (row.outcome_id !== null) || isSettled !== (row.settled_micro_usd !== null)) {
    return 'What was reserved is settled and says by what and how much, or neither; but not here.';
  }
  if (!isSettled) return null;
  if (outcome?.artifact_type !== 'action_executed') return 'What was reserved was settled by no outcome.';
  if (outcome.payload === null) return null;
  const recorded = readPayload(outcome.payload) ?? {};
  if (recorded.evaluation_id !== row.evaluation_id) {
    return 'What was reserved was settled by the outcome of another evaluation.';
  }
  const { outcome: how, actual_cost_usd: cost } = recorded;
  const actualCostUsd = typeof cost === 'number' ? cost : undefined;
  const spent = spentBy({ outcome: how, actualCostUsd }, row.micro_usd);
  return spent === row.settled_micro_usd ? null : 'What was settled is not what its outcome says was spent.';
}

/** An evaluation records the remainders of the budgets that covered it, if any did. */
const COVERED = Buffer.from('"budget_remaining_micro_usd":');

async function findUnreserved(
  tally: Tally,
  { db, chain, size }: CheckContext,
  reserved: Positions,
): Promise<void> {
  for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    const page = await leavesWithPayload(db, chain)
      .where('artifacts.artifact_type', '=', 'governance_eval')
      .where('artifacts.verdict', '=', 'proceed')
      .where('artifacts.position', '>=', from)
      .where('artifacts.position', '<', to)
      .execute();
    for (const { position, id, payload } of page) {
      if (payload === null || reserved.has(position) || !Buffer.from(payload).includes(COVERED)) continue;
      const request = requestOf(payload);
      const facts = readPayload(payload)?.facts as { budget_remaining_micro_usd?: unknown } | undefined;
      if (request === null || typeof facts?.budget_remaining_micro_usd !== 'number') continue;
      tally.checked();
      if (costIn(payload) === 0) continue;
      tally.gap('A budget let this evaluation proceed, but nothing is reserved for it.', position, id);
    }
  }
}

function requestOf(payload: Uint8Array): EvaluationRequest | null {
  const request = readPayload(payload)?.request;
  return typeof request === 'object' && request !== null ? (request as unknown as EvaluationRequest) : null;
}

/** As the law that judged it states it, which the registry of verdicts computes again. */
function costIn(payload: Uint8Array): number {
  const { laws } = (readPayload(payload) ?? {}) as Partial<EvaluationRecord>;
  const { cost_usd: cost = 0 } = (laws?.budget_conservation?.details ?? {}) as { cost_usd?: number };
  return microUsdOf(cost);
}
