/**
 * The words that schemas are written in: TypeBox's, with its types, as far as they are used here. What they make is the
 * very JSON that TypeBox makes, which a test compares. Its own module is not loaded, because with its engine for
 * computed types it is 370 files, and each start would read them.
 */
import type TypeBox from 'typebox';

export type { Static, TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** Marks a member that may be left out; hidden from whoever reads the schema. */
const OPTIONAL = '~optional';

function object(properties: Record<string, object>, options: Json = {}): Json {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})));
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options };
}

const words = {
  Array: (items: object, options: Json = {}) => ({ type: 'array', items, ...options }),
  Boolean: (options: Json = {}) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options: Json = {}) => ({ enum: values, ...options }),
  Integer: (options: Json = {}) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options: Json = {}) => ({ type: typeof value, const: value, ...options }),
  Null: (options: Json = {}) => ({ type: 'null', ...options }),
  Number: (options: Json = {}) => ({ type: 'number', ...options }),
  Object: object,
  Optional: (schema: object) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Record: ({ pattern = '^.*$' }: { pattern?: string }, value: object, options: Json = {}) => ({
    type: 'object',
    patternProperties: { [pattern]: value },
    ...options,
  }),
  String: (options: Json = {}) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly object[], options: Json = {}) => ({ anyOf, ...options }),
  Unknown: (options: Json = {}) => options,
  Unsafe: (schema: object) => schema,
};

/** TypeScript is told that they are TypeBox's own, so that a schema still says what a value of it is. */
const Type = words as unknown as Pick<typeof TypeBox, keyof typeof words>;
export default Type;
