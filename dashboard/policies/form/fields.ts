/** The subjects that a condition of a rule can have, and where the value of each stands in CEL. */
import { EFFECTS, RISKS, TARGET_KINDS } from '../../routes/draft.ts';
import { isPlainKey, quoted } from './tokens.ts';

export type Kind = 'text' | 'choice' | 'number' | 'flag' | 'list' | 'any';

/** A value in CEL. */
export interface Subject {
  value: string;
  /** Only where the value may be absent: whether it is there, and the value with another one instead. */
  optional?: { present: string; absent: string; or: (other: string) => string };
  /** Puts a condition on the value into the place where it holds. */
  around?: (condition: string) => string;
}

export interface Field {
  label: string;
  group:
    | 'The action'
    | 'What it does'
    | 'Whom it reaches'
    | 'What it costs'
    | 'Who asks'
    | 'What is known'
    | 'Your own';
  kind: Kind;
  options?: readonly string[];
  /** Further words that choose the value: a key of the context, a variable, or the role of a target. */
  of?: 'key' | 'variable' | 'role';
  subject: (of: string) => Subject;
}

export const ROLES = ['recipient', 'payee', 'grantee', 'place', 'object', 'program', 'link'];
export const ORIGINS = [
  'task',
  'record',
  'memory',
  'made_here',
  'own_result',
  'content',
  'composed',
  'unseen',
];
export const CONFIDENTIALITIES = ['public', 'internal', 'confidential', 'secret'];

const always = (value: string) => (): Subject => ({ value });
const perhaps = (path: string) => (): Subject => atPath(path.split('.'));

/** @param path of names; the last one may be absent, and each between. */
function atPath(path: readonly string[]): Subject {
  const [root = '', ...keys] = path;
  const value = root + keys.map((key) => stepTo(key, '')).join('');
  const found = root + keys.map((key) => stepTo(key, '?')).join('');
  const isShort = keys.length === 1 && keys.every((key) => key === '' || isPlainKey(key));
  const present = isShort ? `has(${value})` : `${found}.hasValue()`;
  return { value, optional: { present, absent: `!${present}`, or: (other) => `${found}.orValue(${other})` } };
}

/** A key that is not written yet leaves a dot, which the service refuses. */
function stepTo(key: string, optional: '' | '?'): string {
  return key === '' || isPlainKey(key) ? `.${optional}${key}` : `[${optional}${quoted(key)}]`;
}

function inTargets(role: string, condition: string): string {
  const ofRole = role === '' ? '' : `target.role == ${quoted(role)} && `;
  return `act.targets.exists(target, ${ofRole}${condition})`;
}

const ofTarget =
  (value: string) =>
  (role: string): Subject => ({
    value,
    around: (condition) => inTargets(role, condition),
  });

export const FIELDS = {
  action: { label: 'Action', group: 'The action', kind: 'text', subject: always('action') },
  description: { label: 'Description', group: 'The action', kind: 'text', subject: always('description') },
  tool: { label: 'Tool', group: 'The action', kind: 'text', subject: perhaps('act.tool') },
  listed: {
    label: 'Tool is in the catalogue',
    group: 'The action',
    kind: 'flag',
    subject: always('act.listed'),
  },
  effects: {
    ...{ label: 'Effects', group: 'What it does', kind: 'list' },
    ...{ options: EFFECTS, subject: always('act.effects') },
  },
  irreversible: {
    ...{ label: 'Can’t be undone', group: 'What it does', kind: 'flag' },
    subject: always('facts.is_irreversible'),
  },
  readable: {
    ...{ label: 'All of it can be read', group: 'What it does', kind: 'flag' },
    subject: always('(act.unreadable == [])'),
  },
  target_known: {
    ...{ label: 'A target is known', group: 'Whom it reaches', kind: 'flag', of: 'role' },
    subject: ofTarget('target.known'),
  },
  target: {
    ...{ label: 'A target', group: 'Whom it reaches', kind: 'text', of: 'role' },
    subject: ofTarget("target.?value.orValue('')"),
  },
  target_origin: {
    ...{ label: 'Where a target comes from', group: 'Whom it reaches', kind: 'choice', of: 'role' },
    ...{ options: ORIGINS, subject: ofTarget("target.?origin.orValue('')") },
  },
  kinds: {
    ...{ label: 'Kinds of targets', group: 'Whom it reaches', kind: 'list' },
    ...{ options: TARGET_KINDS, subject: always('act.kinds') },
  },
  amount: {
    label: 'Amount in USD',
    group: 'What it costs',
    kind: 'number',
    subject: perhaps('act.amount_usd'),
  },
  budget: {
    ...{ label: 'Budget left in USD', group: 'What it costs', kind: 'number' },
    subject: perhaps('facts.budget_remaining_usd'),
  },
  agent: { label: 'Agent', group: 'Who asks', kind: 'text', subject: perhaps('agent.id') },
  trust: { label: 'Trust in the agent', group: 'Who asks', kind: 'number', subject: perhaps('agent.trust') },
  how: {
    ...{ label: 'How the agent is known', group: 'Who asks', kind: 'choice' },
    ...{ options: ['claimed', 'key', 'token'], subject: perhaps('agent.identity.how') },
  },
  user: { label: 'User', group: 'Who asks', kind: 'text', subject: perhaps('user.id') },
  risk: {
    ...{ label: 'Risk', group: 'What is known', kind: 'choice' },
    ...{ options: RISKS, subject: always('facts.risk_level') },
  },
  approval: {
    ...{ label: 'Approval', group: 'What is known', kind: 'choice' },
    ...{ options: ['verified', 'claimed', 'none'], subject: always('facts.approval') },
  },
  environment: {
    ...{ label: 'Environment', group: 'What is known', kind: 'choice' },
    ...{ options: ['production', 'sandbox'], subject: always('facts.environment') },
  },
  strangers: {
    ...{ label: 'The session read what strangers wrote', group: 'What is known', kind: 'flag' },
    subject: perhaps('session.content'),
  },
  confidentiality: {
    ...{ label: 'The most confidential that it read', group: 'What is known', kind: 'choice' },
    ...{ options: CONFIDENTIALITIES, subject: perhaps('session.confidentiality') },
  },
  context: {
    ...{ label: 'Context', group: 'Your own', kind: 'any', of: 'key' },
    subject: (of) => atPath(['context', ...of.split('.')]),
  },
  variable: {
    ...{ label: 'Variable', group: 'Your own', kind: 'any', of: 'variable' },
    subject: (of) => ({ value: `variables.${of}` }),
  },
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
export const fieldOf = (name: FieldName): Field => FIELDS[name];
