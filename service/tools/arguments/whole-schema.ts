/**
 * One schema that stands alone, from a kept one: a schema, or a list of a schema and of what its references point to in
 * a larger document. There, each target is put back in its place, so that the references lead to it again.
 */
import { stepsOf } from '@assize/act-reading/tools/import';
import type { JsonObject, JsonValue } from '@assize/evidence-format';

/** @param kept freshly parsed: it is changed. */
export function wholeSchema(kept: JsonValue): JsonObject | null {
  if (!Array.isArray(kept)) return isObject(kept) ? kept : null;
  const [schema, targets] = kept;
  if (!isObject(schema) || !isObject(targets)) return null;
  // The shortest come first, since others may lead into them.
  const references = Object.keys(targets).sort((one, other) => one.length - other.length);
  for (const reference of references) {
    const steps = stepsOf(reference);
    const target = targets[reference];
    if (steps !== null && target !== undefined) place(schema, steps, target);
  }
  return schema;
}

/** Puts the target there, unless something is there already. */
function place(schema: JsonObject, steps: readonly string[], target: JsonValue): void {
  let here: JsonValue = schema;
  for (const [at, step] of steps.entries()) {
    if (!isObject(here)) return;
    if (!Object.hasOwn(here, step)) {
      const value: JsonValue = at === steps.length - 1 ? target : {};
      // A plain assignment would not make a member of the name `__proto__`.
      Object.defineProperty(here, step, { value, enumerable: true, writable: true, configurable: true });
    }
    here = here[step] ?? null;
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
