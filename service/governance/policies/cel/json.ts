/** JSON as the library's lists and maps: each is wrapped when a rule first looks at it, and then kept. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { type CelInput, type CelMap, celList, celMap } from '@bufbuild/cel';
import { spend } from './checking/meter.ts';
import { ELEMENTS_OF_A_UNIT } from './syntax/limits.ts';

/** A JSON value as an expression sees it: an object is a map, an array a list, a number a double. */
export function fromJson(value: JsonValue): CelInput {
  if (value === null || typeof value !== 'object') return value;
  return Array.isArray(value) ? listOf(value) : mapOf(value);
}

function listOf(elements: readonly JsonValue[]): CelInput {
  spend(elements.length / ELEMENTS_OF_A_UNIT);
  return celList(elements.map(fromJson));
}

/** The library takes a member that is null for one that is not there; an agent must not slip past `has()` so. */
function mapOf(object: JsonObject): CelInput {
  const map: CelMap & { has: CelMap['has'] } = celMap(new Members(object));
  map.has = (key) => typeof key === 'string' && Object.hasOwn(object, key);
  return map;
}

class Members implements ReadonlyMap<string, CelInput> {
  readonly #object: JsonObject;
  /** Its lists and maps, once they were looked at: a loop looks at the same ones again and again. */
  #wrapped: Map<string, CelInput> | undefined;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  get size(): number {
    return Object.keys(this.#object).length;
  }

  get(key: string): CelInput | undefined {
    const value = Object.hasOwn(this.#object, key) ? this.#object[key] : undefined;
    if (value === undefined || value === null || typeof value !== 'object') return value;
    const before = this.#wrapped?.get(key);
    if (before !== undefined) return before;
    const wrapping = fromJson(value);
    this.#wrapped ??= new Map();
    this.#wrapped.set(key, wrapping);
    return wrapping;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  keys(): MapIterator<string> {
    return Object.keys(this.#object).values() as MapIterator<string>;
  }

  *values(): MapIterator<CelInput> {
    for (const key of this.keys()) yield this.get(key) as CelInput;
  }

  *entries(): MapIterator<[string, CelInput]> {
    for (const key of this.keys()) yield [key, this.get(key) as CelInput];
  }

  [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  forEach(callback: (value: CelInput, key: string, map: ReadonlyMap<string, CelInput>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }
}
