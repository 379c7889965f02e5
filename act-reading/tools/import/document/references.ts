/**
 * Follows `$ref` inside a document. It never fetches an address outside, and ends a circle where a reference repeats
 * on its own path.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { isObject, memberOf } from './definition.ts';

/** How many references may follow one another. */
const MAX_HOPS = 16;

export interface Resolved {
  schema: JsonObject;
  /** The references that led here, with those of its parents. */
  trail: readonly string[];
}

/** @returns null for a circle, and for a reference to something that is not in the document. */
export function resolve(schema: JsonObject, root: JsonObject, trail: readonly string[]): Resolved | null {
  let here = schema;
  let met = trail;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const reference = memberOf(here, '$ref');
    if (typeof reference !== 'string') return { schema: here, trail: met };
    if (met.includes(reference)) return null;
    const target = pointedAt(root, reference);
    if (!isObject(target)) return null;
    met = [...met, reference];
    here = target;
  }
  return null;
}

/** Resolves a JSON pointer (RFC 6901) in a fragment. */
export function pointedAt(root: JsonObject, reference: string): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const name of stepsOf(reference) ?? [null]) {
    if (name !== null && Array.isArray(here)) here = /^\d{1,6}$/.test(name) ? here[Number(name)] : undefined;
    else if (name !== null && isObject(here)) here = Object.hasOwn(here, name) ? here[name] : undefined;
    else return undefined;
  }
  return here;
}

/** The names that a pointer leads through; null where it does not lead through this document. */
export function stepsOf(reference: string): string[] | null {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return null;
  return reference
    .slice(2)
    .split('/', MAX_HOPS * 2)
    .map(unescaped);
}

function unescaped(token: string): string {
  const plain = token.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

const MAX_LOOKED_AT = 5000;

/** Returns what the references of a schema point to, so that a change there counts as a change of the schema. */
export function referencedBy(schema: JsonObject, root: JsonObject): JsonObject {
  const found = new Map<string, JsonValue>();
  const queue: JsonValue[] = [schema];
  for (const value of queue) {
    if (queue.length > MAX_LOOKED_AT) break;
    if (Array.isArray(value)) queue.push(...value.slice(0, MAX_LOOKED_AT));
    else if (isObject(value)) {
      const reference = memberOf(value, '$ref');
      if (typeof reference === 'string' && !found.has(reference)) {
        const target = pointedAt(root, reference) ?? null;
        found.set(reference, target);
        queue.push(target);
      }
      queue.push(...Object.values(value).slice(0, MAX_LOOKED_AT));
    }
  }
  return Object.fromEntries(found);
}
