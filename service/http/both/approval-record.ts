/** An approval as both surfaces show it: the record, and the request, from the evaluation that opened it. */

import Type from 'typebox';
import { APPROVAL_STATUSES, type Approval, decisionFields, escalationIdOf } from '../../approvals/index.ts';
import { explain, lawName } from '../../evaluation/index.ts';
import { type EvaluationRecord, lawsShown } from '../../evaluation/record/index.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { isId } from '../../foundation/ids.ts';
import { LawId } from '../answers/enums.ts';
import { named } from '../answers/named.ts';
import { IsoTime, orNull } from '../answers/response-schemas.ts';

const fromPayload = 'null if the payload of the evaluation was removed';

const DecisionRecord = Type.Object({
  party: Type.String({ description: 'The member or key that decided' }),
  decided_by: Type.String({
    description: 'The name of the member; of a key, whom it named, or the key itself',
  }),
  said_by_key: orNull(
    Type.String(),
    'The key that says who decided: no one has proven it. null where a member decided',
  ),
  by_requester: Type.Boolean({
    description: 'The person who decided had asked for the action, with a key or session of theirs',
  }),
  decision: Type.Enum(['approved', 'rejected']),
  comment: orNull(Type.String()),
  decided_at: IsoTime,
});

const Law = Type.Object({
  law_id: LawId,
  law_name: Type.String(),
  result: Type.Enum(['pass', 'warn', 'fail'], {
    description: 'pass: an earlier approval of the same request answered it',
  }),
  reason: Type.String(),
  details: Type.Object({}, { additionalProperties: true }),
});

export const ApprovalRecord = named(
  'Approval',
  Type.Object(
    {
      approval_id: Type.String(),
      escalation_id: Type.String(),
      evidence_id: Type.String({ description: 'The evidence id of the evaluation that opened it' }),
      status: Type.Enum([...APPROVAL_STATUSES]),
      action: Type.String(),
      description: orNull(Type.String()),
      context: orNull(Type.Object({}, { additionalProperties: true }), `As in the request; ${fromPayload}`),
      reasoning: orNull(Type.String(), fromPayload),
      laws: orNull(
        Type.Array(Law),
        `The laws the human is asked about: those that did not pass, or that passed only because of an earlier approval; ${fromPayload}`,
      ),
      risk_level: orNull(Type.String()),
      agent_id: orNull(Type.String()),
      user_id: orNull(Type.String()),
      requested_by: orNull(Type.String(), 'The key that asked'),
      required_approvals: Type.Integer(),
      decisions: Type.Array(DecisionRecord),
      binding: orNull(
        Type.String(),
        'SHA-256 of the one request that can use it; null if its payload is gone',
      ),
      binding_version: Type.Integer({
        description:
          '3: `binding` covers all but the approval fields and, beside `arguments`, `session_id`; 2: the session always; 1: not the description, which is compared with that of the first request',
      }),
      created_at: IsoTime,
      expires_at: IsoTime,
      resolved_at: orNull(IsoTime),
      resolution_evidence_id: orNull(Type.String()),
      consumed_at: orNull(IsoTime),
      consumed_by: orNull(Type.String(), 'The evidence id of the evaluation that used it'),
    },
    { description: 'The approval' },
  ),
);

export function approvalToApi(approval: Approval) {
  return {
    approval_id: approval.approval_id,
    escalation_id: escalationIdOf(approval.approval_id),
    evidence_id: approval.evidence_id,
    status: approval.status,
    action: approval.action,
    ...askedOf(approval),
    risk_level: approval.risk_level,
    agent_id: approval.agent_id,
    user_id: approval.user_id,
    requested_by: approval.requested_by,
    required_approvals: approval.required_approvals,
    decisions: approval.decisions.map((decision) => ({
      ...decisionFields(decision),
      said_by_key: isId('key', decision.party) ? decision.party : null,
      by_requester: decision.by_requester !== 0,
    })),
    binding: approval.binding === '' ? null : `sha256:${approval.binding}`,
    binding_version: approval.binding_version,
    created_at: iso(approval.created_at),
    expires_at: iso(approval.expires_at),
    resolved_at: isoOrNull(approval.resolved_at),
    resolution_evidence_id: approval.resolution_evidence_id,
    consumed_at: isoOrNull(approval.consumed_at),
    consumed_by: approval.consumed_by,
  };
}

const GONE = { description: null, context: null, reasoning: null, laws: null };

function askedOf({ opening }: Approval) {
  if (opening === null) return GONE;
  const record = opening as unknown as EvaluationRecord;
  const { description = null, context } = record.request as { description?: string; context: object };
  const laws = lawsShown(record);
  return {
    description,
    context,
    // The reasoning of an escalation names the laws that warn, and all of those are shown.
    reasoning: explain({ verdict: 'escalate', laws }),
    laws: laws.map(({ law_id, result, reason, details }) => {
      return { law_id, law_name: lawName(law_id), result, reason, details };
    }),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
