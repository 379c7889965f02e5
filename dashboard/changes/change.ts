/** Describes a change of governance in words. */

import type { Json } from './details.ts';

/** The kinds of things that change; each is a filter of the page. */
export const KINDS = {
  policy: 'Policies',
  settings: 'Settings',
  tools: 'Tools',
  targets: 'Targets',
  mandate: 'Mandates',
  budget: 'Budgets',
  halt: 'Halts',
  key: 'Keys',
  member: 'Members',
  group: 'Groups',
  directory: 'Directory',
  agent: 'Agents',
  issuer: 'Issuers',
  channel: 'Channels',
  webhook: 'Webhooks',
  sink: 'SIEM sinks',
  incident: 'Incidents',
  access_review: 'Access reviews',
  session: 'Sessions',
  evidence: 'Evidence',
  approval: 'Approvals',
  signing_key: 'Signing keys',
  compliance: 'Compliance',
} as const;
export type Kind = keyof typeof KINDS;

const VERBS: Record<string, string> = {
  'policy.create': 'created the policy',
  'policy.version': 'stored a new version of the policy',
  'policy.activate': 'activated the policy',
  'policy.deactivate': 'deactivated the policy',
  'policy.roll_back': 'rolled back the policy',
  'settings.activate': 'changed the settings',
  'tools.propose': 'proposed tools',
  'tools.accept': 'accepted tools',
  'tools.reject': 'rejected tools',
  'tools.remove': 'removed tools',
  'targets.add': 'added known targets',
  'targets.remove': 'removed a known target',
  'mandate.open': 'opened a mandate for',
  'mandate.close': 'closed a mandate',
  'mandate.narrow': 'narrowed a mandate',
  'mandate.widen': 'widened a mandate',
  'mandate.use_up': 'used up a mandate',
  'budget.create': 'created the budget',
  'budget.change': 'changed the budget',
  'budget.delete': 'deleted the budget',
  'halt.create': 'halted',
  'halt.lift': 'lifted the halt of',
  'key.create': 'created the key',
  'key.revoke': 'revoked the key',
  'member.invite': 'invited',
  'member.withdraw_invitation': 'withdrew an invitation',
  'member.join': 'joined as',
  'member.sign_in': 'signed in by',
  'member.change_sign_in': 'changed how they sign in:',
  'member.rename': 'changed their name to',
  'member.begin_reset': 'was given a link for a new password',
  'member.begin_sign_in': 'was given a link that signs in',
  'member.reset_password': 'reset their password by',
  'member.change_role': 'was given the role',
  'member.remove': 'removed a member',
  'member.take_over': 'recorded a member from an earlier version',
  'member.stand_in': 'changed who stands in for',
  'member.tie_account': 'tied a chat account to',
  'member.untie_account': 'untied a chat account of',
  'group.create': 'created the group',
  'group.change': 'changed the group',
  'group.delete': 'deleted the group',
  'directory.set': 'changed what the directory may do',
  'directory.set_user': 'provisioned from the directory',
  'directory.delete_user': 'deleted from the directory',
  'agent.register': 'registered the agent',
  'agent.change': 'changed the agent',
  'agent.suspend': 'suspended the agent',
  'agent.resume': 'let the agent act again:',
  'agent.retire': 'retired the agent',
  'issuer.add': 'trusted the issuer',
  'issuer.change': 'changed the issuer',
  'issuer.remove': 'removed the issuer',
  'issuer.revoke': 'revoked tokens of the issuer',
  'channel.create': 'created the channel',
  'channel.change': 'changed the channel',
  'channel.delete': 'deleted the channel',
  'channel.enable': 'enabled the channel',
  'channel.disable': 'disabled the channel',
  'session.read': 'reported a result in a session',
  'session.end': 'ended a session',
  'webhook.create': 'created a webhook endpoint at',
  'webhook.change': 'changed the webhook endpoint at',
  'webhook.delete': 'deleted the webhook endpoint at',
  'webhook.enable': 'enabled the webhook endpoint at',
  'webhook.disable': 'disabled the webhook endpoint at',
  'webhook.rotate_secret': 'made a new secret for the webhook endpoint at',
  'sink.create': 'created the sink',
  'sink.change': 'changed the sink',
  'sink.pause': 'paused the sink',
  'sink.resume': 'resumed the sink',
  'sink.delete': 'deleted the sink',
  'sink.sent': 'recorded what a sink was sent',
  'sink.gap': 'skipped records for a sink',
  'planner.set': 'set the planner at',
  'planner.remove': 'removed the planner at',
  'evidence.redact': 'removed the payload of a record',
  'evidence.hold': 'set a legal hold on evidence',
  'evidence.lift_hold': 'lifted a legal hold',
  'evidence.erase': 'began to erase records that name a person',
  'evidence.certify_erasure': 'certified an erasure',
  'evidence.acknowledge': 'acknowledged a finding of verification',
  'evidence.alarm': 'found that evidence does not hold',
  'evidence.export': 'exported evidence',
  'evidence.restored': 'acknowledged a restored database',
  'incident.open': 'opened the incident',
  'incident.change': 'changed the incident',
  'incident.close': 'closed the incident',
  'incident.reopen': 'reopened the incident',
  'access_review.start': 'started a review of access',
  'access_review.keep': 'kept the access of',
  'access_review.revoke': 'revoked in a review the access of',
  'access_review.close': 'closed a review of access',
  'approval.decide': 'gave one of several approvals',
  'approval.correct': 'corrected a call before approving it',
  'signing_key.rotate': 'rotated the signing key',
  'compliance.set_owner': 'set who answers for the control',
  'compliance.sign_off': 'signed off',
};

export interface Told {
  verb: string;
  /** The names in the change, which came from outside; null where it names nothing. */
  subject: string | null;
}

/** @param change null where the payload was removed. */
export function toldOf(action: string, change: Json | null): Told {
  if (action.startsWith(ASKS)) {
    const { name } = (change?.arguments ?? {}) as Json;
    const verb = `asked a second person to approve: ${wordsOf(action.slice(ASKS.length))}`;
    return { verb, subject: typeof name === 'string' ? name : null };
  }
  const verb = VERBS[action] ?? wordsOf(action);
  return { verb, subject: change === null ? null : subjectOf(action, change) };
}

/** The beginning of a change that waits for a second person. */
const ASKS = 'governance.';

const wordsOf = (action: string) => action.replaceAll(/[._]/g, ' ');

const NAMED_BY = [
  'name',
  'email',
  'user_name',
  'way',
  'what',
  'role',
  'host',
  'evidence_id',
  'reason',
  'by',
] as const;

function subjectOf(action: string, change: Json): string | null {
  if (action.startsWith('halt.'))
    return typeof change.agent_id === 'string' ? change.agent_id : 'every agent';
  if (action.startsWith('incident.')) return typeof change.title === 'string' ? change.title : null;
  if (action.startsWith('access_review.')) return namesIn([change.access ?? null], 'name') || null;
  if (action === 'compliance.set_owner') return controlIn(change);
  if (action === 'compliance.sign_off') return controlIn(change.control) ?? 'a report of exceptions';
  if (action.startsWith('tools.')) return namesIn(change.tools, 'name');
  if (action.startsWith('targets.')) return namesIn(change.targets, 'value');
  if (action.startsWith('mandate.') && typeof change.agent_id === 'string') return change.agent_id;
  const found = NAMED_BY.map((field) => change[field]).find((value) => typeof value === 'string');
  if (found === undefined) return null;
  return action === 'member.change_sign_in' ? String(found).replaceAll('_', ' ') : String(found);
}

function controlIn(named: unknown): string | null {
  const { framework, control } = (named ?? {}) as Json;
  return typeof framework === 'string' && typeof control === 'string' ? `${framework} ${control}` : null;
}

const MOST_NAMED = 3;

function namesIn(list: unknown, field: string): string | null {
  if (!Array.isArray(list)) return null;
  const names = list.flatMap((each) => {
    const name = (each as Json | null)?.[field];
    return typeof name === 'string' ? [name] : [];
  });
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function kindOf(action: string): Kind | null {
  const [kind = ''] = (action.startsWith(ASKS) ? action.slice(ASKS.length) : action).split('.');
  return Object.hasOwn(KINDS, kind) ? (kind as Kind) : null;
}
