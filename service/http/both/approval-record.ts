/** An approval as both surfaces show it: the record, and the request, from the evaluation that opened it. */
import type { StatedAmount } from '@assize/act-reading/act';
import type { JsonObject } from '@assize/evidence-format';
import { capacityIn, type Shown } from '../../approvals/asked/index.ts';
import { type AskedChange, askedChangeIn } from '../../approvals/governing/index.ts';
import {
  APPROVAL_STATUSES,
  type Approval,
  beyondOf,
  decisionFields,
  escalationIdOf,
} from '../../approvals/index.ts';
import { bundleNow } from '../../approvals/use/index.ts';
import { explain, lawName } from '../../evaluation/index.ts';
import { type EvaluationRecord, lawsShown } from '../../evaluation/record/index.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { isId } from '../../foundation/ids.ts';
import { AREAS } from '../../governance/second-person/index.ts';
import { EffectName } from '../answers/enums.ts';
import { NamedTarget } from '../answers/response-schemas.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, object } from '../schemas/objects.ts';
import { Corrected, correctedToApi, LawOfApproval } from './approval-correction.ts';

const fromPayload = 'null if the payload of the evaluation was removed';

const DecisionRecord = object({
  party: is.text('The member or key that decided'),
  decided_by: is.text('The name of the member; for a key, the person that it named, or the key itself'),
  said_by_key: is.orNull(is.text(), 'The key that named the decider without proof; null if a member decided'),
  by_requester: is.flag(
    'The person who decided had also asked for the action, with a key or session of theirs',
  ),
  decision: is.oneOf(['approved', 'rejected']),
  capacity: is.orNull(
    object({
      groups: is.list(is.text(), 'Their own groups among those that were asked'),
      stands_for: is.list(
        object({ member_id: is.text(), groups: is.list(is.text()) }),
        'The members whom they stood in for',
      ),
    }),
    'null where no group was asked',
  ),
  comment: is.orNull(is.text()),
  decided_from: is.orNull(
    is.text(),
    'The kind of channel in which they decided, such as `slack`; null elsewhere',
  ),
  decided_at: is.time(),
});

const NamedGroup = { group: is.text('The id of the group'), name: is.text() };

export const Route = object({
  name: is.text(),
  ask: is.list(
    object({ ...NamedGroup, approvals: is.integer('How many it must give'), given: is.integer() }),
    'Empty: everyone who may approve',
  ),
  later: is.orNull(
    object({ at: is.time(), groups: is.list(object(NamedGroup)) }),
    'Groups whose people may approve in place of any group from that time on',
  ),
  may_decide: is.flag('Whether your approval would count now'),
  why_not: is.orNull(is.text(), 'The reason, where it would not'),
});

export const ApprovalRecord = describedRecord('Approval', 'The approval', {
  approval_id: is.text(),
  escalation_id: is.text(),
  evidence_id: is.text('The evidence id of the evaluation that opened it'),
  status: is.oneOf(APPROVAL_STATUSES),
  action: is.text(),
  description: is.orNull(is.text()),
  context: is.orNull(is.open(), `As in the request; ${fromPayload}`),
  reasoning: is.orNull(is.text(), fromPayload),
  laws: is.orNull(
    is.list(LawOfApproval),
    `The laws that the human is asked about: those that did not pass, or that passed only because of an earlier approval; ${fromPayload}`,
  ),
  for_task: is.orNull(
    object({
      mandate_id: is.text(),
      tool: is.orNull(is.text(), 'null if the mandate has it'),
      effects: is.list(EffectName),
      targets: is.list(NamedTarget),
    }),
    'What approving for the task adds to the mandate; null where it can only be approved alone',
  ),
  change: is.orNull(
    object({
      area: is.oneOf(AREAS),
      differences: is.list(
        object({
          path: is.text('A JSON Pointer'),
          before: is.optional(is.unknown('Absent where it is new')),
          after: is.optional(is.unknown('Absent where it is gone')),
        }),
      ),
      may_approve: is.flag('Whether your approval would count now'),
      may_reject: is.flag('Whether you may reject it: the person who asked may, which takes it back'),
      why_not: is.orNull(is.text(), 'Why your approval would not count'),
    }),
    'A change of governance that waits for a second person, and is made once it is approved; null for the action of an agent',
  ),
  corrected: Corrected,
  tool_schema: is.orNull(
    is.open(),
    "The JSON Schema of the tool's arguments, as its program published it; null in lists, and where the catalogue does not have it",
  ),
  amount: is.orNull(
    object({
      value: is.number(),
      currency: is.orNull(is.text(), 'A code of ISO 4217; null if none is stated'),
    }),
    'The money that the arguments state, as the catalogue reads them; null in lists, and where it names no amount',
  ),
  risk_level: is.orNull(is.text()),
  agent_id: is.orNull(is.text()),
  user_id: is.orNull(is.text()),
  requested_by: is.orNull(is.text(), 'The key that asked'),
  required_approvals: is.integer(),
  route: is.orNull(Route, 'Who is asked; null: no route matched, so everyone who may approve is'),
  decisions: is.list(DecisionRecord),
  binding: is.orNull(is.text(), 'SHA-256 of the one request that can use it; null if its payload is gone'),
  bundle: is.orNull(
    is.text(),
    'The same for calls from one task that differ only in targets: these can be decided together. null if it can only be decided alone',
  ),
  binding_version: is.integer(
    '3: `binding` covers all but the approval fields and, beside `arguments`, `session_id`; 2: the session always; 1: not the description, which is compared with that of the first request',
  ),
  created_at: is.time(),
  expires_at: is.time(),
  resolved_at: is.orNull(is.time()),
  resolution_evidence_id: is.orNull(is.text()),
  consumed_at: is.orNull(is.time()),
  consumed_by: is.orNull(is.text(), 'The evidence id of the evaluation that used it'),
});

/** Right after the caller decided. */
const DECIDED: Shown = { route: null, why: 'You have decided already.', mayReject: false };

/**
 * @param standing of the caller; null where none was read. @param schema of the tool's arguments. @param amount that they
 * state.
 */
export function approvalToApi(
  approval: Approval,
  standing: Shown | null,
  { schema = null, amount = null }: { schema?: JsonObject | null; amount?: StatedAmount | null } = {},
) {
  const own = standing ?? DECIDED;
  return {
    approval_id: approval.approval_id,
    escalation_id: escalationIdOf(approval.approval_id),
    evidence_id: approval.evidence_id,
    status: approval.status,
    action: approval.action,
    ...askedOf(approval, own),
    corrected: correctedToApi(approval),
    tool_schema: schema,
    amount,
    risk_level: approval.risk_level,
    agent_id: approval.agent_id,
    user_id: approval.user_id,
    requested_by: approval.requested_by,
    required_approvals: approval.required_approvals,
    route: own.route,
    decisions: approval.decisions.map((decision) => ({
      ...decisionFields(decision),
      decided_from: decision.decided_from,
      capacity: capacityIn(decision),
      said_by_key: isId('key', decision.party) ? decision.party : null,
      by_requester: decision.by_requester !== 0,
    })),
    binding: approval.binding === '' ? null : `sha256:${approval.binding}`,
    bundle: bundleNow(approval),
    binding_version: approval.binding_version,
    created_at: iso(approval.created_at),
    expires_at: iso(approval.expires_at),
    resolved_at: isoOrNull(approval.resolved_at),
    resolution_evidence_id: approval.resolution_evidence_id,
    consumed_at: isoOrNull(approval.consumed_at),
    consumed_by: approval.consumed_by,
  };
}

const GONE = { description: null, context: null, reasoning: null, laws: null, for_task: null, change: null };

function askedOf({ opening, corrected_evidence_id: corrected }: Approval, own: Shown) {
  if (opening === null) return GONE;
  const change = askedChangeIn(opening);
  if (change !== null) return changeShown(change, own);
  const record = opening as unknown as EvaluationRecord;
  const { description = null, context } = record.request as { description?: string; context: object };
  const laws = lawsShown(record);
  return {
    description,
    context,
    // The reasoning of an escalation names the laws that warn, and all of those are shown.
    reasoning: explain({ verdict: 'escalate', laws }),
    for_task: corrected === null ? beyondOf(opening) : null,
    change: null,
    laws: laws.map(({ law_id, result, reason, details }) => {
      return { law_id, law_name: lawName(law_id), result, reason, details };
    }),
  };
}

/** A change of governance: the laws have no part in it. */
function changeShown({ area, arguments: args, differences }: AskedChange, { why, mayReject }: Shown) {
  return {
    ...GONE,
    context: { arguments: args },
    reasoning: `A change of ${area} needs a second person.`,
    laws: [],
    change: { area, differences, may_approve: why === null, may_reject: mayReject, why_not: why },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
