/** Translates between AuthZEN and the service's evaluations. */

import { hasArguments } from '@assize/act-reading/act';
import { approvalIdOf } from '../../approvals/index.ts';
import type { RecordedEvaluation } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { EvaluateBody } from '../requests/context-schema.ts';
import type { AuthZenEvaluation } from './schemas.ts';

/** Set from the request itself, so a context can't override them. */
const SET_HERE = ['subject', 'action', 'resource'] as const;

/**
 * The subject is the agent, or the person if its type is `user`. Even then the actor is not human: a program
 * asks on the person's behalf, and can state `actor_type` otherwise.
 * @throws {Failure} `invalid` if the context sets what the request sets
 */
export function toEvaluateBody({ subject, action, resource, context = {} }: AuthZenEvaluation): EvaluateBody {
  const { id, ...ofSubject } = subject;
  const twice = SET_HERE.filter((each) => Object.hasOwn(context, each));
  const { name, ...ofAction } = action;
  const { properties = {}, ...besideArguments } = ofAction;
  const isGivenArguments = hasArguments(context);
  const faults = [
    ...twice.map((each) => ['context', each]),
    ...(!isGivenArguments && Object.hasOwn(properties, 'resource')
      ? [['action', 'properties', 'resource']]
      : []),
  ];
  if (faults.length > 0) {
    const message = 'This is set from the request, and cannot be set here';
    throw Failure.invalid(faults.map((field) => ({ field, message, type: 'value_error' })));
  }
  const translated = isGivenArguments ? context : { ...context, arguments: { ...properties, resource } };
  // The properties go to one place: judged, bound to an approval and recorded.
  const described = isGivenArguments ? ofAction : besideArguments;
  const actor = subject.type === 'user' ? { user_id: id } : { agent_id: id };
  return {
    action: name,
    ...actor,
    context: Object.assign(
      { subject: ofSubject, resource },
      hasMembers(described) && { action: described },
      translated,
    ),
  };
}

function hasMembers(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** Section 6.2; `reason_user` is a reason field of section 6.2.3. */
export function toDecision({
  verdict,
  explanation,
  evidenceId,
  escalationId,
  evaluatedAt,
  remedies,
  basis,
  heldFor,
}: RecordedEvaluation) {
  return {
    decision: verdict === 'proceed',
    context: {
      id: evidenceId,
      reason_user: { en: explanation },
      verdict,
      evidence_id: evidenceId,
      ...(escalationId === undefined ? {} : { approval_id: approvalIdOf(escalationId) }),
      evaluated_at: new Date(evaluatedAt).toISOString(),
      remedies,
      basis,
      ...(heldFor !== undefined && { held_for: heldFor }),
    },
  };
}

/** Section 7.2.1: a request that can't be evaluated is denied. */
export function toRefusal({ status, detail }: { status: number; detail: unknown }) {
  const message = typeof detail === 'string' ? detail : wordsOf(detail as { loc: string[]; msg: string }[]);
  return { decision: false, context: { error: { status, message } } };
}

function wordsOf(faults: readonly { loc: readonly string[]; msg: string }[]): string {
  return faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}
