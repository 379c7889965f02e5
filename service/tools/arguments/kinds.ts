/**
 * The rule for corrected arguments where no schema is known: each value keeps the type of the one that it replaces, and
 * no member is added.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { typeOf, type Unfitting } from './fit.ts';
import { isObject } from './whole-schema.ts';

/** The first place of another kind than before. Further items of a list are like its last one. */
export function otherKindIn(
  before: JsonValue,
  after: JsonValue,
  path: readonly string[] = [],
): Unfitting | null {
  if (typeOf(before) !== typeOf(after))
    return { path, message: 'No schema of the tool is known, so the value must keep its type' };
  if (Array.isArray(before) && Array.isArray(after)) return inItems(before, after, path);
  return isObject(before) && isObject(after) ? inMembers(before, after, path) : null;
}

function inItems(before: readonly JsonValue[], after: readonly JsonValue[], path: readonly string[]) {
  for (const [place, item] of after.entries()) {
    const like = before[place] ?? before.at(-1);
    const at = [...path, String(place)];
    if (like === undefined)
      return { path: at, message: 'No schema of the tool is known, so an empty list stays empty' };
    const found = otherKindIn(like, item, at);
    if (found !== null) return found;
  }
  return null;
}

function inMembers(before: JsonObject, after: JsonObject, path: readonly string[]): Unfitting | null {
  for (const [name, member] of Object.entries(after)) {
    const at = [...path, name];
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    if (was === undefined)
      return { path: at, message: 'No schema of the tool is known, so no member can be added' };
    const found = otherKindIn(was, member, at);
    if (found !== null) return found;
  }
  return null;
}
