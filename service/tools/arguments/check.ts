/** Checks arguments that a human wants to correct against what is known of the tool. */
import type { JsonObject } from '@assize/evidence-format';
import { Failure } from '../../foundation/failure.ts';
import { unfittingIn } from './fit.ts';
import { otherKindIn } from './kinds.ts';

/**
 * @param schema the schema of the tool's arguments; null where none is known.
 * @throws {Failure} `invalid`, with the first field that does not fit.
 */
export async function requireFitting(
  schema: JsonObject | null,
  asked: JsonObject,
  corrected: JsonObject,
): Promise<void> {
  const found = schema === null ? otherKindIn(asked, corrected) : await unfitting(schema, corrected);
  if (found === null) return;
  const { path, message } = found;
  throw Failure.invalid([{ field: ['arguments', ...path.map(shortened)], message, type: 'value_error' }]);
}

/** Reads the engine for patterns only where it is needed. */
async function unfitting(schema: JsonObject, corrected: JsonObject) {
  const { searchOnce } = await import('../../governance/policies/cel/index.ts');
  return unfittingIn(schema, corrected, searchOnce);
}

const MAX_NAME_CHARACTERS = 128;

function shortened(name: string): string {
  const isShort = name.length <= MAX_NAME_CHARACTERS;
  return (isShort ? name : `${name.slice(0, MAX_NAME_CHARACTERS)}…`).toWellFormed();
}
