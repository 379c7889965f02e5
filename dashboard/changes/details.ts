/** Says what a change altered: each place with its value before and after, as the record states it. */

export type Json = Record<string, unknown>;

/** All of it is foreign text. */
export interface Detail {
  what: string;
  /** null: the record does not say, or there was nothing before. */
  from: string | null;
  to: string;
}

/** The fields of things whose record states them whole: the record before it says what they were. */
const STATED: Record<string, { id: string; fields: readonly string[] }> = {
  agent: { id: 'agent_id', fields: ['name', 'owner', 'purpose', 'status'] },
  budget: { id: 'budget_id', fields: ['name', 'limit_usd', 'period', 'agent_id', 'action_pattern'] },
  channel: { id: 'channel_id', fields: ['name', 'options', 'disabled_reason'] },
  group: { id: 'group_id', fields: ['name', 'members'] },
};

/** Fields that one record states before and after. */
const PAIRS: readonly (readonly [what: string, from: string, to: string])[] = [
  ['role', 'earlier_role', 'role'],
  ['name', 'earlier_name', 'name'],
  ['version', 'from', 'to'],
];

/** Fields that are worth saying where nothing is compared. */
const SAID = ['reason', 'status_reason'] as const;
const SAID_OF_KEYS = ['expires_at', 'scopes'] as const;

/** @param earlier the change of the same thing before it; null where it is not known. */
export function detailsOf(action: string, change: Json | null, earlier: Json | null): Detail[] {
  if (change === null) return [];
  if (Array.isArray(change.differences)) return change.differences.flatMap(differenceOf);
  const pairs = PAIRS.flatMap(([what, from, to]) => pairOf(what, change[from], change[to]));
  return [...pairs, ...comparedOf(action, change, earlier), ...saidOf(action, change)];
}

function differenceOf(difference: unknown): Detail[] {
  const { path, from, to } = (difference ?? {}) as Json;
  if (typeof path !== 'string') return [];
  return [{ what: path.replaceAll('_', ' ').replaceAll('.', ' › '), from: worded(from), to: worded(to) }];
}

function pairOf(what: string, from: unknown, to: unknown): Detail[] {
  if (from === undefined || to === undefined || from === to) return [];
  return [{ what, from: worded(from), to: worded(to) }];
}

/** @returns the thing that a change is about, such as `budget bud_1`; null where changes of it can't be compared. */
export function thingOf(action: string, change: Json | null): string | null {
  const [kind = ''] = action.split('.');
  const id = Object.hasOwn(STATED, kind) ? change?.[STATED[kind]?.id ?? ''] : undefined;
  return typeof id === 'string' ? `${kind} ${id}` : null;
}

function comparedOf(action: string, change: Json, earlier: Json | null): Detail[] {
  const [kind = ''] = action.split('.');
  const fields = Object.hasOwn(STATED, kind) ? (STATED[kind]?.fields ?? []) : [];
  if (earlier === null) return [];
  return fields.flatMap((field) => {
    const [from, to] = [worded(earlier[field]), worded(change[field])];
    return from === to ? [] : [{ what: field.replaceAll('_', ' '), from, to }];
  });
}

function saidOf(action: string, change: Json): Detail[] {
  return [...SAID, ...(action === 'key.create' ? SAID_OF_KEYS : [])].flatMap((field) => {
    const value = change[field];
    if (value === undefined || value === null || value === '') return [];
    return [{ what: field.replaceAll('_', ' '), from: null, to: worded(value) }];
  });
}

export function worded(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? 'nothing' : value.join(', ');
  }
  const { name, id } = value as Json;
  if (typeof name === 'string') return name;
  return typeof id === 'string' ? id : JSON.stringify(value);
}
