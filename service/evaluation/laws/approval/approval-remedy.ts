/**
 * Offers a human's approval as a remedy. The remedy never offers a claim that would not count, or a way round a
 * decision that a human has already taken.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Question } from '../../question/question.ts';
import type { Remedy } from '../law.ts';

/** The way to an approval, for a law that any approval satisfies and a question without one. */
export function remedyByApproval(question: Question): Remedy {
  const { context } = question.request;
  if (context.approval_id === undefined) {
    const change: JsonObject = question.settings.attestation === 'accepted' ? { has_approval: true } : {};
    return { change, note: 'obtain a human approval and send its approval_id with has_approval true' };
  }
  switch (question.facts.approval) {
    case 'approved':
      return { change: { has_approval: true }, note: 'the approval holds: send has_approval true with it' };
    case 'pending':
      return { change: {}, note: `wait until a human has decided the pending approval, then ${again}` };
    default:
      return { change: {}, note: anew };
  }
}

const again = 'send it again with has_approval true';
const anew = 'obtain a new human approval and send its approval_id with has_approval true';

/**
 * The remedy of a law that only warns, or a human's answer to this warning. A claim is not an answer, so the change
 * stays the law's own, unless the answer exists and only has to be used.
 * @param isAnswered whether the named approval, if it holds, answers the warning.
 */
export function remedyOrApproval(question: Question, remedy: Remedy, isAnswered: boolean): Remedy {
  const { note, change } = remedyByApproval(question);
  const holds = question.request.context.approval_id !== undefined && question.facts.approval === 'approved';
  if (holds && isAnswered) return { change, note };
  return { change: remedy.change, note: `${remedy.note}, or ${holds ? anew : note}` };
}
