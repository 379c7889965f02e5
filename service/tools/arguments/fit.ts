/**
 * Whether a value fits a JSON Schema that a stranger wrote. It makes no code of the schema, and its work has a bound:
 * a schema that takes more, such as one that leads back to itself, is an {@link Unfitting} value too. Keywords that it
 * does not know pass.
 */
import { pointedAt } from '@assize/act-reading/tools/import';
import { canonicalJson, type JsonObject, type JsonValue } from '@assize/evidence-format';
import { sizeFault } from './sizes.ts';
import { isObject } from './whole-schema.ts';

/** The first place that does not fit. */
export interface Unfitting {
  /** The names and places that lead there. */
  path: readonly string[];
  message: string;
}

/** Searches a text for a pattern. null where the pattern can't be read, which passes. */
export type Search = (pattern: string, text: string, pay: (units: number) => void) => boolean | null;

/** So that the costliest schema holds a request up for well under a second. */
const MAX_UNITS = 500_000;
const UNITS_OF_A_SCHEMA = 20;
/** The most schemas that may lead into one another: the stack has room for many more. */
const MAX_DEPTH = 200;

class TooMuch extends Error {}

export function unfittingIn(schema: JsonValue, value: JsonValue, search: Search): Unfitting | null {
  try {
    return new Fitting(schema, search).check(schema, value, []);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { path: [], message: "The schema of the tool's arguments takes too long to check" };
  }
}

type Path = readonly string[];

class Fitting {
  readonly #root: JsonObject;
  readonly #search: Search;
  #left = MAX_UNITS;
  #depth = 0;

  constructor(root: JsonValue, search: Search) {
    this.#root = isObject(root) ? root : {};
    this.#search = search;
  }

  readonly #pay = (units: number) => {
    this.#left -= units;
    if (this.#left < 0) throw new TooMuch();
  };

  check(schema: JsonValue | undefined, value: JsonValue, path: Path): Unfitting | null {
    this.#pay(UNITS_OF_A_SCHEMA);
    if (schema === false) return { path, message: 'Nothing is allowed here' };
    if (!isObject(schema) || (value === null && own(schema, 'nullable') === true)) return null;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new TooMuch();
    const found =
      this.#kind(schema, value, path) ??
      this.#parts(schema, value, path) ??
      this.#reference(schema, value, path) ??
      this.#each(schema, value, path);
    this.#depth -= 1;
    return found;
  }

  #kind(schema: JsonObject, value: JsonValue, path: Path): Unfitting | null {
    const types = listOf(own(schema, 'type')).filter((type) => typeof type === 'string');
    this.#pay(types.length);
    if (types.length > 0 && !types.some((type) => isOfType(type, value)))
      return { path, message: `Input should be ${nounsOf(types)}` };
    if (Object.hasOwn(schema, 'const') && !this.#isSame(own(schema, 'const'), value))
      return { path, message: 'Input should be the one value that the schema allows' };
    const allowed = own(schema, 'enum');
    if (Array.isArray(allowed) && !allowed.some((one) => this.#isSame(one, value)))
      return { path, message: 'Input should be one of the values that the schema allows' };
    if (typeof value === 'string') this.#pay(value.length / 8);
    const message = sizeFault(schema, value);
    if (message !== null) return { path, message };
    const pattern = own(schema, 'pattern');
    const isFound =
      typeof value !== 'string' || typeof pattern !== 'string' || this.#search(pattern, value, this.#pay);
    return isFound === false ? { path, message: 'Input should have the form that the schema states' } : null;
  }

  #isSame(one: JsonValue | undefined, other: JsonValue): boolean {
    this.#pay(1);
    if (one === other) return true;
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return false;
    const [text, wanted] = [canonicalJson(one), canonicalJson(other)];
    this.#pay(text.length + wanted.length);
    return text === wanted;
  }

  #parts(schema: JsonObject, value: JsonValue, path: Path): Unfitting | null {
    if (Array.isArray(value)) return this.#items(schema, value, path);
    return isObject(value) ? this.#members(schema, value, path) : null;
  }

  #items(schema: JsonObject, value: readonly JsonValue[], path: Path): Unfitting | null {
    const items = own(schema, 'items');
    // Before 2020, the first ones stood in `items` itself.
    const first = own(schema, 'prefixItems') ?? items;
    const before = Array.isArray(first) ? first : [];
    const rest = Array.isArray(items) ? own(schema, 'additionalItems') : items;
    for (const [place, item] of value.entries()) {
      const found = this.check(place < before.length ? before[place] : rest, item, [...path, String(place)]);
      if (found !== null) return found;
    }
    return null;
  }

  #members(schema: JsonObject, value: JsonObject, path: Path): Unfitting | null {
    const required = listOf(own(schema, 'required'));
    this.#pay(required.length);
    const missing = required.find((name) => typeof name === 'string' && !Object.hasOwn(value, name));
    if (missing !== undefined) return { path: [...path, String(missing)], message: 'Field required' };
    const properties = own(schema, 'properties');
    const others = own(schema, 'additionalProperties');
    for (const [name, member] of Object.entries(value)) {
      const at = [...path, name];
      const known = isObject(properties) ? own(properties, name) : undefined;
      const byPattern = this.#byPattern(schema, name);
      const schemas = known === undefined ? byPattern : [known, ...byPattern];
      if (schemas.length === 0 && others === false)
        return { path: at, message: 'Extra inputs are not permitted' };
      for (const one of schemas.length === 0 ? [others] : schemas) {
        const found = this.check(one, member, at);
        if (found !== null) return found;
      }
    }
    return null;
  }

  /** A pattern that can't be read may match. */
  #byPattern(schema: JsonObject, name: string): JsonValue[] {
    const patterns = own(schema, 'patternProperties');
    if (!isObject(patterns)) return [];
    return Object.entries(patterns).flatMap(([pattern, of]) => {
      const isFound = this.#search(pattern, name, this.#pay);
      return isFound === false ? [] : [isFound === null ? true : of];
    });
  }

  /** Other documents are not looked up, so they pass. */
  #reference(schema: JsonObject, value: JsonValue, path: Path): Unfitting | null {
    const reference = own(schema, '$ref');
    if (typeof reference !== 'string') return null;
    this.#pay(reference.length);
    return this.check(pointedAt(this.#root, reference), value, path);
  }

  #each(schema: JsonObject, value: JsonValue, path: Path): Unfitting | null {
    for (const one of listOf(own(schema, 'allOf'))) {
      const found = this.check(one, value, path);
      if (found !== null) return found;
    }
    return this.#anyOf(schema, value, path) ?? this.#oneOf(schema, value, path);
  }

  #anyOf(schema: JsonObject, value: JsonValue, path: Path): Unfitting | null {
    const forms = own(schema, 'anyOf');
    return Array.isArray(forms) ? this.#ofForms(forms, value, path, Number.POSITIVE_INFINITY) : null;
  }

  #oneOf(schema: JsonObject, value: JsonValue, path: Path): Unfitting | null {
    const forms = own(schema, 'oneOf');
    return Array.isArray(forms) ? this.#ofForms(forms, value, path, 1) : null;
  }

  /** Where no form fits, the one that fits furthest says which place is wrong. */
  #ofForms(forms: readonly JsonValue[], value: JsonValue, path: Path, most: number): Unfitting | null {
    let fitting = 0;
    let furthest: Unfitting = { path, message: 'Input should have one of the forms that the schema allows' };
    for (const form of forms) {
      const found = this.check(form, value, path);
      if (found === null) fitting += 1;
      else if (found.path.length > furthest.path.length) furthest = found;
      if (fitting === 1 && most > 1) return null;
    }
    if (fitting === 0) return furthest;
    const message = 'Input should have only one of the forms that the schema allows';
    return fitting > most ? { path, message } : null;
  }
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

const NOUNS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function nounsOf(types: readonly JsonValue[]): string {
  return types.map((type) => (Object.hasOwn(NOUNS, String(type)) ? NOUNS[String(type)] : '?')).join(' or ');
}

/** An unknown type passes. */
function isOfType(type: JsonValue, value: JsonValue): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return !Object.hasOwn(NOUNS, String(type)) || type === typeOf(value);
}

/** The type of a value by the names of JSON Schema. */
export function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
