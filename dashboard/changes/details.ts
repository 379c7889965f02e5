/** Says what a change altered: each place with its value before and after, as the record states it. */
import { type Detail, stepsOf, worded } from '../../client/changes/index.ts';

export type Json = Record<string, unknown>;

/** The fields of things whose record states them whole: the record before it says what they were. */
const STATED: Record<string, { id: string; fields: readonly string[] }> = {
  agent: { id: 'agent_id', fields: ['name', 'owner', 'purpose', 'status'] },
  budget: { id: 'budget_id', fields: ['name', 'limit_usd', 'period', 'agent_id', 'action_pattern'] },
  channel: { id: 'channel_id', fields: ['name', 'options', 'disabled_reason'] },
  sink: { id: 'sink_id', fields: ['name', 'options'] },
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
  const { path, from, to, before, after } = (difference ?? {}) as Json;
  if (typeof path !== 'string') return [];
  // A change that waits for a second person names places by JSON Pointers.
  const steps = path.startsWith('/') ? stepsOf(path) : path.split('.');
  const what = steps.join(' › ').replaceAll('_', ' ');
  return [{ what, from: worded(from ?? before), to: worded(to ?? after) }];
}

function pairOf(what: string, from: unknown, to: unknown): Detail[] {
  if (from === undefined || to === undefined || from === to) return [];
  return [{ what, from: worded(from), to: worded(to) }];
}

/** @returns the thing that a change is about, such as `budget bud_1`; null where changes of it can't be compared. */
export function thingOf(action: string, change: Json | null): string | null {
  const [kind = ''] = action.split('.');
  const stated = Object.hasOwn(STATED, kind) ? STATED[kind] : undefined;
  // One that states none of the fields tells of something that happened to it.
  if (change === null || !stated?.fields.some((field) => change[field] !== undefined)) return null;
  const id = change[stated.id];
  return typeof id === 'string' ? `${kind} ${id}` : null;
}

function comparedOf(action: string, change: Json, earlier: Json | null): Detail[] {
  const [kind = ''] = action.split('.');
  const fields = Object.hasOwn(STATED, kind) ? (STATED[kind]?.fields ?? []) : [];
  if (earlier === null || thingOf(action, change) === null) return [];
  const [before, after] = [partsOf(earlier, fields), partsOf(change, fields)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((what) => {
    const [from, to] = [worded(before.get(what)), worded(after.get(what))];
    return from === to ? [] : [{ what: what.replaceAll('_', ' '), from, to }];
  });
}

/** Options are compared one by one. */
function partsOf(record: Json, fields: readonly string[]): Map<string, unknown> {
  const parts = fields.flatMap((field): [string, unknown][] => {
    const value = record[field];
    if (field !== 'options' || typeof value !== 'object' || value === null) return [[field, value]];
    return Object.entries(value).map(([name, option]) => [`options › ${name}`, option]);
  });
  return new Map(parts);
}

function saidOf(action: string, change: Json): Detail[] {
  return [...SAID, ...(action === 'key.create' ? SAID_OF_KEYS : [])].flatMap((field) => {
    const value = change[field];
    if (value === undefined || value === null || value === '') return [];
    return [{ what: field.replaceAll('_', ' '), from: null, to: worded(value) }];
  });
}
