/**
 * The words in which the API's schemas are written: TypeBox's own, each with its description first, and names for what
 * recurs.
 */
import Type, {
  type TArrayOptions,
  type TNumberOptions,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
} from 'typebox';

/** PostgreSQL can't store U+0000 in text, and no name of an agent or action needs it. */
export const NO_NUL = '^[^\\u0000]*$';

export const optional = Type.Optional;

export function orNull<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], withDescription(description));
}

export function text(description?: string, limits?: TStringOptions) {
  return Type.String(withDescription(description, limits));
}

/** A short text of the caller's, such as a name. */
export function label(description: string, maxLength = 256) {
  return text(description, { minLength: 1, maxLength, pattern: NO_NUL });
}

/** ISO 8601. */
export function time(description?: string) {
  return text(description, { format: 'date-time' });
}

export function integer(description?: string, limits?: TNumberOptions) {
  return Type.Integer(withDescription(description, limits));
}

export function number(description?: string, limits?: TNumberOptions) {
  return Type.Number(withDescription(description, limits));
}

export function flag(description?: string, options?: TSchemaOptions) {
  return Type.Boolean(withDescription(description, options));
}

export function oneOf<const Words extends string[]>(words: readonly [...Words], description?: string) {
  return Type.Enum<Words>([...words], withDescription(description));
}

export function list<T extends TSchema>(item: T, description?: string, limits?: TArrayOptions) {
  return Type.Array(item, withDescription(description, limits));
}

/** Has any fields. */
export function open(description?: string) {
  return Type.Object({}, withDescription(description, { additionalProperties: true }));
}

function withDescription<Options extends object>(description?: string, options?: Options) {
  return { ...options, ...(description !== undefined && { description }) };
}
