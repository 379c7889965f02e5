/**
 * Safety goes before every other aim: a halted agent does not act, and grave or irreversible actions wait for a
 * human. No trust, budget or confidence can buy this law off; only an approval can.
 */
import { graveActOf } from '../act.ts';
import { remedyByApproval } from '../approval-remedy.ts';
import type { Judgement, Law } from '../judgement.ts';
import type { Question } from '../question.ts';
import { shownLine } from '../shown-line.ts';

export const safetyDominance: Law = {
  id: 'safety_dominance',
  name: 'Safety Dominance',
  judge,
  asksForApproval: true,
};

/** Fails where halted, or critical and irreversible without approval; warns where a human has yet to approve. */
function judge(question: Question): Judgement {
  const { risk, irreversible, approved, facts } = question;
  if (facts.halt !== null) {
    const { scope, reason, halt_id } = facts.halt;
    return {
      result: 'fail',
      reason: reason === '' ? `the ${scope} is halted` : `the ${scope} is halted: ${withoutFullStop(reason)}`,
      details: { ...detailsOf(question), halt: scope, halt_id },
      remedy: {
        change: {},
        note: `a person who may govern this tenant has to lift the halt ${halt_id}`,
      },
    };
  }
  const needsHuman = risk === 'critical' || risk === 'high' || (risk === 'medium' && irreversible);
  if (approved || !needsHuman) {
    return { result: 'pass', reason: passReason(question), details: detailsOf(question) };
  }
  return {
    result: risk === 'critical' && irreversible ? 'fail' : 'warn',
    reason: irreversible
      ? `the risk is ${risk}${why(question)}, the action is irreversible, and ${unapproved(question, 'it')}`
      : `the risk is ${risk}${why(question)} and ${unapproved(question, 'the action')}`,
    details: detailsOf(question),
    remedy: remedyByApproval(question),
  };
}

/** `irreversible` is present only where it is true, since every record carries these details. */
function detailsOf({ approval, risk, irreversible }: Question): Judgement['details'] {
  return irreversible ? { approval, irreversible, risk } : { approval, risk };
}

function passReason({ risk, irreversible, approval }: Question): string {
  const gravity = irreversible ? `${risk} risk, irreversible` : `${risk} risk`;
  return approval === 'none' ? gravity : `${gravity}, approval ${approval}`;
}

/** The gravity that the contents show and the caller does not state. */
function why({ act, judgesAct, risk, irreversible, request }: Question): string {
  const { risk_level: claimed = 'low', is_irreversible } = request.context;
  const isClaimed = claimed === risk && (is_irreversible === true || !irreversible);
  const grave = act === null || !judgesAct || isClaimed ? null : graveActOf(act, risk);
  return grave === null ? '' : ` (it ${shownLine(grave)})`;
}

function unapproved({ request, facts }: Question, action: string): string {
  if (request.context.has_approval !== true) return `${action} is not approved`;
  return facts.approval === 'pending' ? 'its approval is pending' : 'its approval is not proven';
}

function withoutFullStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
