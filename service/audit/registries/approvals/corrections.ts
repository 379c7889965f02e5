/** Compares a corrected approval with the record of its correction: made from the asked request, by one who approved it. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import {
  argumentsAsked,
  CORRECTION,
  changesBetween,
  correctedArguments,
  correctedRequest,
  correctionIn,
} from '../../../approvals/corrections/index.ts';
import type { ApprovalRow } from '../../../approvals/index.ts';
import { bindingOf, isSameBinding } from '../../../approvals/use/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { rowsOf } from '../../comparing/rows.ts';
import type { ChainOfRows } from '../../registry.ts';

/** The opening evaluation, and the record of the correction, of one approval. */
export interface ActsOfCorrected {
  evidence_id: Act | undefined;
  corrected_evidence_id: Act | undefined;
}

export const NOT_CORRECTED = 'This corrects an approval, but no approval was corrected by it.';

/** null also for an approval that was not corrected. */
export async function faultOfCorrection(
  context: ChainOfRows,
  row: ApprovalRow,
  { evidence_id: opening, corrected_evidence_id: act }: ActsOfCorrected,
): Promise<string | null> {
  if (row.corrected_evidence_id === null) return null;
  if (act?.type !== 'governance_change' || act.action !== CORRECTION)
    return 'was corrected by no record in this chain';
  const made = await rowsOf(context, 'approval_decisions')
    .where('approval_id', '=', row.approval_id)
    .where('party', '=', act.actor)
    .where('decision', '=', 'approved')
    .where('decided_at', '=', act.at)
    .executeTakeFirst();
  if (made === undefined) return 'was corrected by someone who did not approve it then';
  return act.isGone ? null : faultOfChanges(row, opening?.payload ?? null, act);
}

function faultOfChanges(row: ApprovalRow, opening: JsonObject | null, act: Act): string | null {
  const { approval_id, evaluation_id } = act.change ?? {};
  if (approval_id !== row.approval_id || evaluation_id !== row.evidence_id)
    return 'was corrected by a record that is about another';
  const correction = correctionIn(act.payload);
  if (correction?.by !== act.actor) return 'was corrected by a record that states no change of its actor';
  const asked = argumentsAsked(opening);
  if (opening === null || asked === null) return null;
  const corrected = appliedTo(opening, correction);
  const isTrue =
    corrected !== null &&
    correction.changed.length > 0 &&
    canonicalJson(changesBetween(asked, corrected)) === canonicalJson(correction.changed);
  if (!isTrue) return 'was corrected by a record whose changes are not of the request';
  const isBound =
    row.binding.length === 0 ||
    isSameBinding(row.binding, bindingOf(correctedRequest(opening, corrected), row.binding_version));
  return isBound ? null : 'is bound to another request than its correction records';
}

/** null where these changes can't be made to the request. */
function appliedTo(opening: JsonObject, correction: NonNullable<ReturnType<typeof correctionIn>>) {
  try {
    return correctedArguments(opening, correction);
  } catch {
    return null;
  }
}
