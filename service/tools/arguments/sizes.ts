/** The sizes that a JSON Schema allows: of a number, a text and a list. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';

/** Says what is wrong with the size; null where nothing is. */
export function sizeFault(schema: JsonObject, value: JsonValue): string | null {
  const limit = (name: string) => {
    const stated = Object.hasOwn(schema, name) ? schema[name] : undefined;
    return typeof stated === 'number' ? stated : undefined;
  };
  if (typeof value === 'number') return numberFault(schema, value, limit);
  if (typeof value === 'string') return countFault(value, limit('minLength'), limit('maxLength'));
  return Array.isArray(value) ? listFault(value.length, limit('minItems'), limit('maxItems')) : null;
}

type Limit = (name: string) => number | undefined;

function numberFault(schema: JsonObject, value: number, limit: Limit): string | null {
  const [least, most] = [limit('minimum'), limit('maximum')];
  // Before 2019, these were switches of the limits.
  const above = schema.exclusiveMinimum === true ? least : limit('exclusiveMinimum');
  const below = schema.exclusiveMaximum === true ? most : limit('exclusiveMaximum');
  if (above !== undefined && value <= above) return `Input should be greater than ${above}`;
  if (below !== undefined && value >= below) return `Input should be less than ${below}`;
  if (least !== undefined && value < least) return `Input should be greater than or equal to ${least}`;
  return most !== undefined && value > most ? `Input should be less than or equal to ${most}` : null;
}

function countFault(value: string, least = 0, most = Number.POSITIVE_INFINITY): string | null {
  // A character may take two units of a text.
  if (value.length >= least * 2 && value.length <= most) return null;
  const count = [...value].length;
  if (count < least) return `Input should have at least ${least} characters`;
  return count > most ? `Input should have at most ${most} characters` : null;
}

function listFault(count: number, least = 0, most = Number.POSITIVE_INFINITY): string | null {
  if (count < least) return `Input should have at least ${least} items`;
  return count > most ? `Input should have at most ${most} items` : null;
}
