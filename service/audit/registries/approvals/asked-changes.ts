/** Compares the approval of a change of governance with the artifact that asked for it. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { askedChangeIn, bindingOfChange, RISK_OF_CHANGES } from '../../../approvals/governing/index.ts';
import { type ApprovalRow, escalationIdOf } from '../../../approvals/index.ts';
import { isSameBinding, termsOf } from '../../../approvals/use/index.ts';
import { ACTS } from '../../../second-person/index.ts';
import type { Act } from '../../comparing/acts.ts';

/** The actions of the artifacts that ask, with the sentence on one that nothing waits for. */
export const ASKED_CHANGES: Readonly<Record<string, string>> = Object.fromEntries(
  ACTS.map(({ action }) => [action, 'This asks for a second person, but nothing waits for one.']),
);

/** A phrase that goes on from the approval; null where the two agree. */
export function faultOfAskedChange(row: ApprovalRow, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change') return 'names a change of governance that is not in this chain';
  if (row.created_at !== act.at) return 'was made at another time than it was asked for';
  if (row.action !== act.action) return 'is for another change than was asked for';
  if (row.requested_by !== act.actor) return 'was asked for by another party than its row says';
  if (
    row.agent_id !== null ||
    row.user_id !== null ||
    row.bundle !== null ||
    row.corrected_evidence_id !== null
  )
    return 'is a change of governance, but looks like the action of an agent';
  if (row.risk_level !== RISK_OF_CHANGES) return 'is of another risk than changes are';
  if (row.status === 'consumed' || row.status === 'cancelled') return `is ${row.status}, which no change is`;
  if (act.isGone) return null;
  const change = askedChangeIn(act.payload);
  if (change === null) return 'names an artifact that asks for no change';
  if (act.payload?.escalation_id !== escalationIdOf(row.approval_id))
    return 'is not the one that was asked for';
  if (row.governs !== change.area) return 'is of another part of governance than was asked for';
  if (row.binding.length > 0 && !isSameBinding(row.binding, bindingOfChange(row.action, change)))
    return 'is bound to another change than was asked for';
  const recorded = act.payload.approval as JsonObject | undefined;
  return canonicalJson(recorded ?? null) === canonicalJson({ ...termsOf(row) })
    ? null
    : 'has other terms than it was opened with';
}
