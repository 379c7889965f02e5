/**
 * The difference between the arguments that an agent asked with and those that a human approved, as a list of changed
 * places. The list is all that is recorded: from it and the first request, the corrected one can be made again.
 */
import { canonicalJson, type JsonObject, type JsonValue } from '@assize/evidence-format';

/** One changed place. */
export interface Changed extends JsonObject {
  /** A JSON Pointer (RFC 6901) within the arguments. */
  path: string;
}

/** Beyond these, the whole of the arguments is one change: paths of long names could be far longer than both together. */
const MAX_CHANGES = 200;
const MAX_PATH_CHARACTERS = 20_000;

/**
 * Returns the changes in the order of their paths: with `before` unless the place is new, and with `after` unless it is
 * gone. A list of another length is one change.
 */
export function changesBetween(before: JsonValue, after: JsonValue): Changed[] {
  const changes = placesOf(before, after, '');
  const characters = changes.reduce((sum, { path }) => sum + path.length, 0);
  const isListed = changes.length <= MAX_CHANGES && characters <= MAX_PATH_CHARACTERS;
  return isListed ? changes : [{ path: '', before, after }];
}

function placesOf(before: JsonValue, after: JsonValue, path: string): Changed[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => {
      const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const was = memberOf(before, name);
      const is = memberOf(after, name);
      if (was === undefined) return [{ path: place, after: is ?? null }];
      if (is === undefined) return [{ path: place, before: was }];
      return placesOf(was, is, place);
    });
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((was, place) => placesOf(was, after[place] ?? null, `${path}/${place}`));
  return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, before, after }];
}

/**
 * Applies recorded changes.
 * @throws {Error} where they are not changes of this value.
 */
export function withChanges(value: JsonValue, changes: readonly Changed[]): JsonValue {
  return changes.reduce<JsonValue>((changed, change) => {
    const steps = change.path.split('/').slice(1);
    return withChange(changed, steps.map(nameIn), change);
  }, value);
}

const nameIn = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

function withChange(value: JsonValue, [step, ...further]: readonly string[], change: Changed): JsonValue {
  if (step === undefined) return change.after ?? null;
  if (Array.isArray(value)) {
    const place = Number(step);
    if (!(place in value)) throw notOfThis(change);
    return value.with(place, withChange(value[place] ?? null, further, change));
  }
  if (!isObject(value)) throw notOfThis(change);
  const others = Object.entries(value).filter(([name]) => name !== step);
  if (further.length === 0 && !Object.hasOwn(change, 'after')) return Object.fromEntries(others);
  const before = memberOf(value, step);
  if (further.length > 0 && before === undefined) throw notOfThis(change);
  // `fromEntries` makes a member of any name, such as `__proto__`.
  return Object.fromEntries([...others, [step, withChange(before ?? null, further, change)]]);
}

function notOfThis({ path }: Changed): Error {
  return new Error(`these arguments have no place ${path}`);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
