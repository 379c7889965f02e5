/** Whether a MongoDB filter chooses every document, by its form alone. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';

const MAX_DEPTH = 20;

export function choosesAll(filter: JsonObject, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  return Object.entries(filter).every(([name, value]) => isAlwaysTrue(name, value as JsonValue, depth));
}

function isAlwaysTrue(name: string, value: JsonValue, depth: number): boolean {
  const inner = Array.isArray(value) ? value : [];
  const isAll = (each: JsonValue) => isObject(each) && choosesAll(each, depth + 1);
  switch (name) {
    case '$comment':
      return true;
    case '$expr':
      return value === true || value === 1;
    case '$and':
      return inner.every(isAll);
    case '$or':
      return inner.some(isAll);
    case '$nor':
      return inner.length === 0;
    default:
      return name === '_id' && isObject(value) && Object.entries(value).every(isOfEach);
  }
}

/** Every document has an `_id`. */
function isOfEach([operator, value]: [string, unknown]): boolean {
  if (operator === '$exists') return value === true || value === 1;
  return operator === '$ne' || operator === '$nin';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
