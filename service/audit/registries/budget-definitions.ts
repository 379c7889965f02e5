/**
 * Compares budgets with the records of who made, changed and deleted them. A record without its content still counts.
 */

import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { type BudgetRow, definitionOf } from '../../governance/budgets/index.ts';
import type { CheckContext, Tally } from '../registry.ts';
import { leavesNamedIn } from './rows.ts';

const ACTIONS = ['budget.create', 'budget.change', 'budget.delete'];

export async function checkDefinitions(
  tally: Tally,
  context: CheckContext,
  budgets: ReadonlyMap<string, BudgetRow>,
): Promise<void> {
  await checkLastChanges(tally, context, [...budgets.values()]);
  const { db, chain, size } = context;
  /** By budget. */
  const found = new Map<string, number>();
  const nameless: LeafAndPayload[] = [];
  for await (const page of leavesOfType(db, chain, 'governance_change')) {
    for (const leaf of page) {
      if (!ACTIONS.includes(leaf.action ?? '')) continue;
      const change = changeIn(leaf.payload);
      const row = budgets.get(String(change?.budget_id));
      if (change === null) {
        if (leaf.position < size) nameless.push(leaf);
      } else if (row !== undefined && Number(change.revision) <= row.revision) {
        found.set(row.budget_id, (found.get(row.budget_id) ?? 0) + 1);
        if (leaf.action === 'budget.create' && !isMadeBy(row, leaf)) {
          const what = `Budget ${row.budget_id} was made by another, or at another time, than is on record.`;
          tally.gap(what, leaf.position, leaf.id);
        }
      } else {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([leaf], size, `A budget was made, changed or deleted here, and ${what}.`);
      }
    }
  }
  checkNumbers(tally, budgets, found, nameless);
}

function isMadeBy({ created_at, created_by }: BudgetRow, leaf: LeafAndPayload): boolean {
  return created_at === leaf.created_at && created_by === leaf.actor;
}

/** A budget must be as its last record states. */
async function checkLastChanges(
  tally: Tally,
  context: CheckContext,
  rows: readonly BudgetRow[],
): Promise<void> {
  const leaves = await leavesNamedIn(context, rows, 'evidence_id');
  for (const row of rows) {
    const leaf = leaves.get(row.evidence_id);
    tally.compared(faultOf(row, leaf), leaf?.position, leaf?.id);
  }
}

function faultOf(row: BudgetRow, leaf: LeafAndPayload | undefined): string | null {
  const it = `Budget ${row.budget_id}`;
  if (leaf?.artifact_type !== 'governance_change' || !ACTIONS.includes(leaf.action ?? '')) {
    return `There is no record of who made or changed budget ${row.budget_id}.`;
  }
  const isDeleted = leaf.action === 'budget.delete';
  if (isDeleted !== (row.deleted_at !== null))
    return `${it} is deleted, or its record says so, but not both.`;
  if (isDeleted && row.deleted_at !== leaf.created_at) return `${it} was deleted at another time.`;
  if (leaf.payload === null) return null;
  const change = changeIn(leaf.payload) ?? {};
  const other = Object.entries(definitionOf(row)).filter(([name, value]) => change[name] !== value);
  if (other.length === 0) return null;
  return `${it} is not as is on record: ${other.map(([name]) => name).join(', ')}.`;
}

/** Each revision has a record: there must be as many records without a name as revisions without a record. */
function checkNumbers(
  tally: Tally,
  budgets: ReadonlyMap<string, BudgetRow>,
  found: ReadonlyMap<string, number>,
  nameless: readonly LeafAndPayload[],
): void {
  let missing = 0;
  for (const { budget_id, revision } of budgets.values()) {
    const records = found.get(budget_id) ?? 0;
    if (records > revision) tally.gap(`There are too many records of budget ${budget_id}.`);
    missing += Math.max(0, revision - records);
  }
  tally.checked(nameless.length);
  if (missing > nameless.length) {
    tally.gap(`${missing - nameless.length} records of who made or changed budgets are missing.`);
  }
  for (const { position, id } of nameless.slice(missing)) {
    tally.gap('A budget was made, changed or deleted here, and is not there.', position, id);
  }
}
