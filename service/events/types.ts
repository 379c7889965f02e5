/**
 * The list of event types. An entry says when an event is written, what its data names and how a terminal
 * shows it. Webhooks, the API's description and `assize listen` take their texts from it. CONTRIBUTING.md
 * shows how to add one.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';

interface Definition {
  /** The fact: a sentence without its full stop. */
  when: string;
  /** The members of `data`: names and ids, and nothing of a payload. */
  data: readonly string[];
  colour?: 'green' | 'yellow' | 'red';
  /** The content in one line. By default action, agent and similar members that the event has. */
  line?: (data: JsonObject) => string;
}

const APPROVAL = ['approval_id', 'escalation_id', 'action', 'agent_id', 'user_id', 'evidence_id'] as const;

const DEFINITIONS = {
  'approval.created': {
    when: 'a request waits for a human',
    data: [...APPROVAL, 'requested_by', 'risk_level', 'required_approvals', 'created_at', 'expires_at'],
    colour: 'yellow',
  },
  'approval.resolved': {
    when: 'an approval was decided, or expired',
    data: [...APPROVAL, 'resolution', 'resolved_at'],
    colour: 'green',
  },
  'approval.used': {
    when: 'the approved action may be carried out, once',
    data: APPROVAL,
    colour: 'green',
  },
  'evaluation.escalated': {
    when: 'a verdict is escalate',
    data: ['evidence_id', 'approval_id', 'escalation_id', 'action', 'actor'],
    colour: 'yellow',
  },
  'evaluation.blocked': {
    when: 'a verdict is block',
    data: ['evidence_id', 'action', 'actor'],
    colour: 'red',
  },
  'evidence.integrity_failed': {
    when: 'verification found a chain altered',
    data: ['alarm_id', 'chain_id', 'index', 'problem', 'message'],
    colour: 'red',
  },
  'action.executed_despite_block': {
    when: 'an outcome was reported for a blocked action',
    data: ['evidence_id', 'evaluation_id', 'action', 'actor'],
    colour: 'red',
  },
  'key.expiring': {
    when: 'a key expires within seven days, and again within 24 hours',
    data: ['key_id', 'name', 'prefix', 'last4', 'environment', 'expires_at', 'expires_in_hours'],
  },
  'usage.threshold_reached': {
    when: "80, 100 or 150 % of a month's allowance are used, once for each meter",
    data: ['meter', 'threshold', 'used', 'limit', 'period', 'tier'],
  },
  'usage.reported': {
    when: 'a day on which something was used has been over for an hour',
    data: ['period', 'usage'],
    line: ({ period }) => `of ${period}`,
  },
  'trust.changed': {
    when: "an agent's score passed a whole point",
    data: ['agent_id', 'before', 'after', 'evidence_id'],
    line: ({ agent_id, before, after }) => `${agent_id}, from ${before} to ${after}`,
  },
  'agent.halted': {
    when: 'one agent was halted, or all were',
    data: ['halt_id', 'agent_id', 'evidence_id'],
    colour: 'red',
    line: ({ agent_id, halt_id }) => `${agent_id ?? 'all agents'}, ${halt_id}`,
  },
  'agent.suspended': {
    when: 'one agent was suspended, with its keys and tokens',
    data: ['agent_id', 'evidence_id'],
    colour: 'red',
    line: ({ agent_id }) => `${agent_id}`,
  },
  'agent.resumed': {
    when: 'a suspended agent may act again',
    data: ['agent_id', 'evidence_id'],
    line: ({ agent_id }) => `${agent_id}`,
  },
  'incident.opened': {
    when: 'an incident was opened',
    data: ['incident_id', 'severity', 'report_due_at', 'evidence_id'],
    colour: 'yellow',
    line: ({ severity, incident_id }) => `${severity}, ${incident_id}`,
  },
  'incident.due': {
    when: 'a serious incident must be reported to an authority within 24 hours, and again once it is overdue',
    data: ['incident_id', 'severity', 'report_due_at', 'overdue'],
    colour: 'red',
    line: ({ incident_id, overdue }) => `${incident_id}, ${overdue ? 'overdue' : 'within 24 hours'}`,
  },
  'incident.closed': {
    when: 'an incident was closed, with its cause and remedy',
    data: ['incident_id', 'severity', 'evidence_id'],
    colour: 'green',
    line: ({ severity, incident_id }) => `${severity}, ${incident_id}`,
  },
  'channel.disabled': {
    when: 'a channel was switched off, because its receiver refused everything',
    data: ['channel_id', 'kind', 'name', 'evidence_id'],
    colour: 'red',
    line: ({ kind, name }) => `${kind} ${name}`,
  },
  'sink.failed': {
    when: 'a SIEM could not be reached for 15 minutes, or records were skipped because too many waited for it',
    data: ['sink_id', 'name', 'problem', 'stream', 'first', 'last', 'evidence_id'],
    colour: 'red',
    line: ({ name, problem }) => `${name}, ${problem}`,
  },
  'approver.hasty': {
    when: 'a person approved more than 20 times in 10 minutes, each within 3 seconds; once a day',
    data: ['party', 'name', 'approvals', 'at'],
    colour: 'yellow',
    line: ({ name, approvals }) => `${name}, ${approvals} approvals`,
  },
  'tool.changed': {
    when: 'an import found that a listed tool has another description or schema, so it is unlisted until it is reviewed',
    data: ['tool_id', 'tool', 'evidence_id'],
    colour: 'yellow',
    line: ({ tool, tool_id }) => `${tool}, ${tool_id}`,
  },
} as const satisfies Record<string, Definition>;

export type EventType = keyof typeof DEFINITIONS;
export const EVENT_TYPES = Object.keys(DEFINITIONS) as EventType[];

/** The definition of a type; undefined if the list does not have it. */
export function eventDefinition(type: string): Definition | undefined {
  return Object.hasOwn(DEFINITIONS, type) ? DEFINITIONS[type as EventType] : undefined;
}

/** The members that `data` must have, by type. */
export type EventData<Type extends EventType> = Record<(typeof DEFINITIONS)[Type]['data'][number], JsonValue>;
