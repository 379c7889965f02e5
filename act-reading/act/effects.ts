/** The effects of a tool with these arguments. */
import type { JsonObject } from '@assize/evidence-format';
import { EFFECTS, type Effect } from '../targets/index.ts';
import type { ContentKind, ToolEntry } from '../tools/index.ts';
import { type Allowance, readPath } from './arguments/arguments.ts';

/** Returns what the tool does with these arguments. An unreadable argument may ask for any of the tool's effects. */
export function effectsOf(entry: ToolEntry, given: JsonObject, allowed: Allowance): Set<Effect> {
  const { effect, effect_by: by } = entry;
  const usual = effect === undefined ? [] : [effect];
  if (by === undefined) return new Set(usual);
  const found = readPath(given, by.path, allowed);
  if ('unreadable' in found) return everyEffectOf(entry);
  const values = found.values.flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  if (values.length === 0) return new Set(usual);
  if (values.some((value) => typeof value === 'object' && value !== null)) return everyEffectOf(entry);
  const byValue = new Map(Object.entries(by.values).map(([value, each]) => [comparable(value), each]));
  const chosen = values.flatMap((value) => byValue.get(comparable(String(value))) ?? usual);
  // A switch adds an effect and does not replace the tool's own.
  const isSwitch = values.every((value) => typeof value === 'boolean');
  return new Set(isSwitch ? [...usual, ...chosen] : chosen);
}

export function everyEffectOf({ effect, effect_by: by }: ToolEntry): Set<Effect> {
  return new Set([...(effect === undefined ? [] : [effect]), ...Object.values(by?.values ?? {})]);
}

/** Effects that a content of each kind can have. */
const OF_CONTENTS: Readonly<Record<ContentKind, readonly Effect[]>> = {
  shell: EFFECTS,
  code: EFFECTS,
  sql: EFFECTS,
  mongo: ['read', 'write', 'delete', 'execute', 'configure'],
  url: ['read', 'send'],
  path: ['read'],
  text: [],
};

/** Returns all that a tool may do with any arguments, by its entry: itself, to its targets, and by its contents. */
export function possibleEffectsOf(entry: ToolEntry): Effect[] {
  const possible = everyEffectOf(entry);
  for (const { effect } of entry.targets) if (effect !== undefined) possible.add(effect);
  for (const { kind } of entry.contents) for (const effect of OF_CONTENTS[kind]) possible.add(effect);
  return EFFECTS.filter((effect) => possible.has(effect));
}

function comparable(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase();
}

const GRAVEST_FIRST: readonly Effect[] = [
  'pay',
  'share',
  'send',
  'configure',
  'execute',
  'delete',
  'book',
  'write',
];

/** Returns the effect of a target for which no entry names one; undefined for a call that only reads. */
export function gravestOf(effects: ReadonlySet<Effect>): Effect | undefined {
  return GRAVEST_FIRST.find((effect) => effects.has(effect));
}
