/**
 * Compares an evaluation that rests on an approval with that approval: no other has used it, and the human answers are
 * those that it had asked for. If the original request was removed, there is nothing to compare.
 */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { correctionIn } from '../../../approvals/corrections/index.ts';
import { evaluationsThatUsed, recordsThatAsked } from '../../../approvals/finding/index.ts';
import { escalationIdOf } from '../../../approvals/index.ts';
import { questionsIn } from '../../../evaluation/record/index.ts';
import { type Act, actsNamedIn } from '../../comparing/acts.ts';
import type { ChainOfRows, Tally } from '../../registry.ts';

interface Stated {
  facts?: { approval?: unknown; answered?: JsonObject | null } | null;
  request?: { context?: { approval_id?: unknown } };
}

/** An evaluation, and the approval that its request names. */
export interface Resting {
  act: Act;
  approvalId: string;
  isUse: boolean;
  /** null if it states none. */
  answered: { approval: unknown; answers: JsonObject | null } | null;
}

/** null for an evaluation that neither uses an approval nor states answers. @param payload its own. */
export function restingOn(act: Act, payload: JsonObject | null): Resting | null {
  const { facts, request } = (payload ?? {}) as Stated;
  const { approval, answered: answers } = facts ?? {};
  const id = request?.context?.approval_id;
  const isUse = act.verdict === 'proceed' && approval === 'approved' && typeof id === 'string';
  const answered = answers === undefined ? null : { approval, answers };
  return isUse || answered ? { act, approvalId: typeof id === 'string' ? id : '', isUse, answered } : null;
}

/** @param page at most a page of evaluations. */
export async function checkUses(
  tally: Tally,
  { db, chain }: ChainOfRows,
  page: readonly Resting[],
): Promise<void> {
  const uses = page.filter(({ isUse }) => isUse);
  const ids = uses.map(({ approvalId }) => approvalId);
  const users = await evaluationsThatUsed(db, chain, ids);
  for (const { act, approvalId } of uses) {
    const user = users.get(approvalId);
    if (user === act.id) continue;
    const what = user == null ? 'is not used up' : 'was used by another';
    tally.gap(`This evaluation rests on approval ${approvalId}, which ${what}.`, act);
  }
}

/** @param page evaluations that can be recomputed; at most a page of them. */
export async function checkAnswers(
  tally: Tally,
  context: ChainOfRows,
  page: readonly Resting[],
): Promise<void> {
  const answered = page.filter((evaluation) => evaluation.answered !== null);
  if (answered.length === 0) return;
  const ids = answered.map(({ approvalId }) => approvalId);
  const asking = await recordsThatAsked(context.db, context.chain, ids);
  const acts = await actsNamedIn(context, [...asking.values()], 'opening', 'correction');
  for (const evaluation of answered) {
    const { opening, correction } = asking.get(evaluation.approvalId) ?? {};
    const fault =
      correction == null
        ? faultOfAnswer(evaluation, acts.get(opening ?? ''))
        : faultOfCorrected(evaluation, acts.get(correction));
    if (fault !== null) tally.gap(fault, evaluation.act);
  }
}

const NOT_GIVEN = 'This evaluation says what a human answered, but rests on no approval that was given.';
const OTHERWISE =
  'This evaluation says that a human answered something else than the approval it names had asked.';

/** The human who corrected the request answered what the laws asked about it then. */
function faultOfCorrected({ answered }: Resting, correction: Act | undefined): string | null {
  if (answered?.approval !== 'approved' || correction === undefined) return NOT_GIVEN;
  if (correction.isGone) return null;
  const stated = correctionIn(correction.payload)?.answers;
  return stated !== undefined && canonicalJson(stated) === canonicalJson(answered.answers) ? null : OTHERWISE;
}

function faultOfAnswer({ approvalId, answered }: Resting, opening: Act | undefined): string | null {
  if (answered?.approval !== 'approved' || opening === undefined) return NOT_GIVEN;
  if (opening.isGone) return null;
  const asked = opening.payload;
  if (asked !== null && asked.escalation_id === escalationIdOf(approvalId)) {
    if (canonicalJson(askedOrNothing(asked)) === canonicalJson(answered.answers)) return null;
  }
  return OTHERWISE;
}

/** null if it is not a record of an evaluation. */
function askedOrNothing(opening: JsonObject) {
  try {
    return questionsIn(opening);
  } catch {
    return null;
  }
}
