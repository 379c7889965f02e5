/** A route as its form holds it: every number as it was typed, and every condition, also those that are not stated. */
import type { ApprovalRoute } from '../../client/api.ts';

export type { ApprovalRoute };
export type When = NonNullable<ApprovalRoute['when']>;
export type TargetKind = NonNullable<NonNullable<When['target']>['kind']>;
export type Effect = NonNullable<When['effects']>[number];

export const RISKS = ['low', 'medium', 'high', 'critical'] as const;
export const EFFECTS: readonly Effect[] = [
  'read',
  'write',
  'send',
  'share',
  'pay',
  'book',
  'delete',
  'execute',
  'configure',
];

export const TARGET_KINDS: readonly TargetKind[] = [
  'email',
  'domain',
  'phone',
  'account',
  'url',
  'path',
  'channel',
  'person',
  'object',
  'program',
];

export interface RouteDraft {
  name: string;
  action: string;
  tool: string;
  agent: string;
  effects: readonly Effect[];
  risk: '' | (typeof RISKS)[number];
  amountUsd: string;
  environment: '' | 'production' | 'sandbox';
  targetKind: '' | TargetKind;
  targetValue: string;
  targetKnown: '' | 'true' | 'false';
  ask: readonly { group: string; approvals: string }[];
  /** null: all channels. */
  channels: readonly string[] | null;
  deadlineMinutes: string;
  laterMinutes: string;
  laterGroups: readonly string[];
  signIn: '' | 'session' | 'passkey';
}

/** The properties of each part of the form. */
export interface PartProps {
  draft: RouteDraft;
  change: (part: Partial<RouteDraft>) => void;
  /** The fault of a member of the route. */
  faultOf: (...member: (string | number)[]) => string | undefined;
}

export function draftOf(route: ApprovalRoute | null): RouteDraft {
  const {
    name = '',
    when = {},
    ask = [],
    channels,
    deadline_minutes: deadline,
    later,
    sign_in,
  } = route ?? {};
  const { target = {} } = when;
  return {
    name,
    action: when.action ?? '',
    tool: when.tool ?? '',
    agent: when.agent_id ?? '',
    effects: when.effects ?? [],
    risk: when.risk_at_least ?? '',
    amountUsd: textOf(when.amount_usd_at_least),
    environment: when.environment ?? '',
    targetKind: target.kind ?? '',
    targetValue: target.value ?? '',
    targetKnown: target.known === undefined ? '' : `${target.known}`,
    ask: ask.map(({ group, approvals }) => ({ group, approvals: String(approvals) })),
    channels: channels ?? null,
    deadlineMinutes: textOf(deadline),
    laterMinutes: textOf(later?.after_minutes),
    laterGroups: later?.groups ?? [],
    signIn: sign_in ?? '',
  };
}

/** The service says which field it can't take, also where a text is not a number. */
export function routeOf(draft: RouteDraft): ApprovalRoute {
  const target = stated({
    kind: draft.targetKind,
    value: draft.targetValue.trim(),
    known: draft.targetKnown === '' ? undefined : draft.targetKnown === 'true',
  });
  const when = stated({
    action: draft.action.trim(),
    tool: draft.tool.trim(),
    agent_id: draft.agent.trim(),
    effects: draft.effects.length === 0 ? undefined : [...draft.effects],
    risk_at_least: draft.risk,
    amount_usd_at_least: numberOf(draft.amountUsd),
    environment: draft.environment,
    target,
  });
  return {
    ask: draft.ask.map(({ group, approvals }) => ({ group, approvals: Number(approvals) })),
    ...stated({
      name: draft.name.trim(),
      when,
      channels: draft.channels === null ? undefined : [...draft.channels],
      deadline_minutes: numberOf(draft.deadlineMinutes),
      later:
        draft.laterMinutes.trim() === ''
          ? undefined
          : { after_minutes: Number(draft.laterMinutes), groups: [...draft.laterGroups] },
      sign_in: draft.signIn,
    }),
  } as ApprovalRoute;
}

/** Leaves out members without a value; undefined where none is left. */
function stated(members: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && value !== '');
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function numberOf(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed);
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** The conditions of a route in words: each with a text that a person of this tenant wrote. */
export function conditionsOf({ when = {} }: Pick<ApprovalRoute, 'when'>): { words: string; text?: string }[] {
  const { action, tool, agent_id: agent, effects, risk_at_least: risk, amount_usd_at_least: amount } = when;
  const { environment, target } = when;
  const known = target?.known === undefined ? '' : target.known ? 'a known ' : 'an unknown ';
  return [
    action !== undefined && { words: 'action', text: action },
    tool !== undefined && { words: 'tool', text: tool },
    agent !== undefined && { words: 'agent', text: agent },
    effects !== undefined && { words: `effect ${effects.join(' or ')}` },
    risk !== undefined && { words: risk === 'critical' ? 'critical risk' : `${risk} risk or more` },
    amount !== undefined && { words: `from $${amount}` },
    environment !== undefined && { words: `in ${environment === 'sandbox' ? 'the sandbox' : environment}` },
    target !== undefined && {
      words: `${known}target${target.kind === undefined ? '' : ` (${target.kind.replaceAll('_', ' ')})`}`,
      ...(target.value !== undefined && { text: target.value }),
    },
  ].filter((each) => each !== false);
}

/** The list with one element at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1);
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
