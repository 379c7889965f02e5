/**
 * Compares changes of governance with the approvals that they name, and with the settings that held when they were made:
 * none that needed a second person was made without one, and none that was approved is missing.
 */
import { type ApprovalRow, decisionsOn } from '../../../approvals/index.ts';
import {
  type Area,
  type Behind,
  COVERED_ACTIONS,
  secondPersonBehind,
} from '../../../governance/second-person/index.ts';
import { ACTIVATION, keptAreas } from '../../../governance/settings/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { pagesBy, rowsOf } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';

type Approved = Extract<Behind, { kind: 'second_person' }>;

const NO_AREAS: readonly Area[] = [];

export const secondPerson: Check = async (tally, context) => {
  const waiting = await approvedChanges(context);
  const areasOf = keptAreas(context.db, context.chain);
  let inForce = NO_AREAS;
  let isAnyGone = false;
  const actions = COVERED_ACTIONS;
  for await (const page of actsOfType(context, 'governance_change', { actions, end: context.size })) {
    for (const act of page) {
      isAnyGone ||= act.isGone;
      const { action, actor, payload } = act;
      // The groups that routes asked at that time are not on record in one place.
      const behind = secondPersonBehind({ action, actor, payload }, () => false);
      if (!act.isGone && behind.kind === 'alone')
        tally.compared(inForce.includes(behind.area) ? ALONE : null, act);
      if (behind.kind === 'second_person')
        tally.compared(await faultOfApproval(context, act, behind, waiting), act);
      if (act.action === ACTIVATION) inForce = act.change === null ? NO_AREAS : await areasOf(act.change.to);
    }
  }
  for (const [id, row] of waiting) {
    if (isAnyGone) continue;
    const at = { id: row.evidence_id };
    tally.gap(`The change of approval ${id} is approved, but was not made.`, at);
  }
};

const ALONE = 'This was made by one person, although the settings asked for a second one.';

/** Approved changes, which are taken out as their records are found. */
async function approvedChanges(context: CheckContext): Promise<Map<string, ApprovalRow>> {
  const found = new Map<string, ApprovalRow>();
  const approved = rowsOf(context, 'approvals')
    .where('governs', 'is not', null)
    .where('status', '=', 'approved');
  for await (const rows of pagesBy(approved, 'approval_id'))
    for (const row of rows) found.set(row.approval_id, row);
  return found;
}

/** The first change of an approval takes it out; a long list of tools has several. */
async function faultOfApproval(
  context: CheckContext,
  act: Act,
  { approval_id: id, area, asked_by, asked_evidence_id, approved_by }: Approved,
  waiting: Map<string, ApprovalRow>,
): Promise<string | null> {
  waiting.delete(id);
  const row = await rowsOf(context, 'approvals').where('approval_id', '=', id).executeTakeFirst();
  if (row?.governs !== area || row.status !== 'approved')
    return 'This names a second person, but no approval says so.';
  if (row.evidence_id !== asked_evidence_id) return 'This names another request than its approval.';
  if (row.requested_by !== asked_by || act.actor !== asked_by)
    return 'This was asked for by another party than its approval says.';
  const decisions = (await decisionsOn(context.db, context.chain, [row])).get(id) ?? [];
  const parties = decisions.filter(({ decision }) => decision === 'approved').map(({ party }) => party);
  return parties.sort().join() === [...approved_by].sort().join()
    ? null
    : 'This was approved by other people than its approval says.';
}
