/** Compares halts with the evidence of who made and lifted them: one record for each act, and no halt missing. */

import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { type HaltRecord, haltsOf } from '../../governance/halts/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const haltsRegistry: Registry = { name: 'halts', check };

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const stated = new Set<string>();
  const { db, chain } = context;
  for await (const rows of pagesBy(haltsOf(db, chain), 'halt_id')) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id', 'lift_evidence_id');
    for (const row of rows) {
      checkRow(tally, row, leaves);
      for (const id of [row.evidence_id, row.lift_evidence_id]) if (id !== null) stated.add(id);
    }
  }
  await findForgotten(tally, context, stated);
}

interface Act {
  action: 'halt.create' | 'halt.lift';
  evidenceId: string;
  at: number | null;
  by: string | null;
  reason: string | null;
}

function checkRow(tally: Tally, row: HaltRecord, leaves: ReadonlyMap<string, LeafAndPayload>): void {
  const made: Act = {
    action: 'halt.create',
    evidenceId: row.evidence_id,
    at: row.halted_at,
    by: row.halted_by,
    reason: row.reason,
  };
  checkAct(tally, row, made, leaves.get(row.evidence_id));
  const { lifted_at, lifted_by, lift_reason, lift_evidence_id } = row;
  if ([lifted_at, lifted_by, lift_reason, lift_evidence_id].every((recorded) => recorded === null)) return;
  const lifted: Act = {
    action: 'halt.lift',
    evidenceId: row.lift_evidence_id ?? '',
    at: row.lifted_at,
    by: row.lifted_by,
    reason: row.lift_reason,
  };
  checkAct(tally, row, lifted, leaves.get(lifted.evidenceId));
}

function checkAct(tally: Tally, row: HaltRecord, act: Act, leaf: LeafAndPayload | undefined): void {
  tally.checked();
  const did = act.action === 'halt.create' ? 'made' : 'lifted';
  const it = `Halt ${row.halt_id}`;
  if (leaf?.artifact_type !== 'governance_change' || leaf.action !== act.action) {
    tally.gap(`There is no record of who ${did} halt ${row.halt_id}.`);
    return;
  }
  const other: string[] = [];
  if (leaf.created_at !== act.at) other.push('the time');
  if (leaf.actor !== act.by) other.push('who it was');
  const change = changeIn(leaf.payload);
  if (change !== null) {
    if (change.halt_id !== row.halt_id) other.push('its id');
    if (change.agent_id !== row.agent_id) other.push('the agent');
    if (change.reason !== act.reason) other.push('the reason');
  } else if (leaf.payload !== null) other.push('what it is');
  if (other.length === 0) return;
  tally.gap(`${it} was ${did} otherwise than is on record: ${other.join(', ')}.`, leaf.position, leaf.id);
}

/** Records that no row names. */
async function findForgotten(
  tally: Tally,
  { db, chain, size }: CheckContext,
  stated: ReadonlySet<string>,
): Promise<void> {
  for await (const page of leavesOfType(db, chain, 'governance_change', size)) {
    for (const { action, id, position } of page) {
      if ((action !== 'halt.create' && action !== 'halt.lift') || stated.has(id)) continue;
      tally.checked();
      const what = action === 'halt.create' ? 'This halt was made, but is not there.' : NOT_LIFTED;
      tally.gap(what, position, id);
    }
  }
}

const NOT_LIFTED = 'A halt was lifted, but is not any more.';
