/**
 * The remedy of every law that a human approval satisfies. It never offers a claim that would not count, and never
 * a way round a decision that a human has already taken.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Remedy } from './judgement.ts';
import type { Question } from './question.ts';

/** What an approval would take, for a question that is not approved. */
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
      return { change: {}, note: 'wait until a human has decided the pending approval, then send it again' };
    default:
      return {
        change: {},
        note: 'obtain a new human approval and send its approval_id with has_approval true',
      };
  }
}
