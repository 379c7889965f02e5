/** Facts of contents, as rules see them. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';

/** Of several contents of one kind: lists are joined, and a truth of one is a truth of all. */
export function mergeFacts(into: JsonObject, more: JsonObject): void {
  for (const [name, value] of Object.entries(more)) {
    const before = into[name];
    if (before === undefined) into[name] = structuredClone(value);
    else if (Array.isArray(before) && Array.isArray(value)) for (const each of value) before.push(each);
    else if (typeof before === 'boolean' && typeof value === 'boolean') into[name] = before || value;
    else if (typeof before === 'number' && typeof value === 'number') into[name] = Math.max(before, value);
    else if (isObject(before) && isObject(value)) mergeFacts(before, value);
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
