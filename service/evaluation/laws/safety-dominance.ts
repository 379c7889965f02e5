/**
 * Safety goes before every other aim: a halted or suspended agent does not act, and grave or irreversible actions wait for a
 * human. No trust, budget or confidence can buy this law off; only an approval can.
 */

import type { ReadingAct } from '@assize/act-reading/act';
import { graveActOf } from '../question/act.ts';
import type { Question } from '../question/question.ts';
import { remedyByApproval } from './approval.ts';
import { shownLine } from './doubts/doubt.ts';
import type { Law, LawResult } from './law.ts';

export const safetyDominance: Law = {
  id: 'safety_dominance',
  name: 'Safety Dominance',
  /** Fails where halted or suspended, or critical and irreversible without approval; warns where a human has yet to approve. */
  apply(question) {
    const { risk, irreversible, approved, facts, act, judgesAct } = question;
    if (facts.halt !== null) {
      const { scope, reason, halt_id } = facts.halt;
      return {
        result: 'fail',
        reason:
          reason === '' ? `the ${scope} is halted` : `the ${scope} is halted: ${withoutFullStop(reason)}`,
        details: { ...detailsOf(question), halt: scope, halt_id },
        remedy: {
          change: {},
          note: `a person who may govern this tenant has to lift the halt ${halt_id}`,
        },
      };
    }
    const status = facts.identity?.agent_status;
    if (status !== undefined) {
      return {
        result: 'fail',
        reason: `the agent is ${status}`,
        details: { ...detailsOf(question), agent_status: status },
        remedy: { change: {}, note: STATUS_REMEDIES[status] },
      };
    }
    const needsHuman = risk === 'critical' || risk === 'high' || (risk === 'medium' && irreversible);
    if (approved || !needsHuman) {
      return { result: 'pass', reason: passReason(question), details: detailsOf(question) };
    }
    const grave = act === null || !judgesAct ? null : graveActOf(act, risk);
    const why = grave === null ? '' : ` (it ${shownLine(grave.what)})`;
    const byApproval = remedyByApproval(question);
    return {
      result: risk === 'critical' && irreversible ? 'fail' : 'warn',
      reason: irreversible
        ? `the risk is ${risk}${why}, the action is irreversible, and ${unapproved(question, 'it')}`
        : `the risk is ${risk}${why} and ${unapproved(question, 'the action')}`,
      details: detailsOf(question),
      remedy:
        grave?.beyond_mandates === true
          ? { ...byApproval, note: `${wayAround(grave)}, or ${byApproval.note}` }
          : byApproval,
    };
  },
  asksForApproval: true,
};

const STATUS_REMEDIES = {
  suspended: 'a person who may govern this tenant has to resume the agent',
  retired: 'a retired agent does not act again: register another one',
} as const;

/** The way out for acts that a mandate never covers: a secret that goes out, or a change of all rows of a table. */
function wayAround({ effect }: ReadingAct): string {
  return effect === 'send' || effect === 'share'
    ? 'leave the secret out'
    : 'say by a condition which rows are meant';
}

/** `irreversible` is present only where it is true, since every record carries these details. */
function detailsOf({ approval, risk, irreversible }: Question): LawResult['details'] {
  return irreversible ? { approval, irreversible, risk } : { approval, risk };
}

function passReason({ risk, irreversible, approval }: Question): string {
  const gravity = irreversible ? `${risk} risk, irreversible` : `${risk} risk`;
  return approval === 'none' ? gravity : `${gravity}, approval ${approval}`;
}

function unapproved({ request, facts }: Question, action: string): string {
  if (request.context.has_approval !== true) return `${action} is not approved`;
  return facts.approval === 'pending' ? 'its approval is pending' : 'its approval is not proven';
}

function withoutFullStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
