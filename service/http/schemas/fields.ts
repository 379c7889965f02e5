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
  return either([schema, Type.Null()], description);
}

export function either<Types extends TSchema[]>(types: [...Types], description?: string) {
  return Type.Union(types, withDescription(description));
}

export function text(said?: Said<TStringOptions>, limits?: TStringOptions) {
  return Type.String(withDescription(said, limits));
}

/** A short text of the caller's, such as a name. */
export function label(description: string, maxLength = 256) {
  return text(description, { minLength: 1, maxLength, pattern: NO_NUL });
}

/** ISO 8601. */
export function time(description?: string) {
  return text(description, { format: 'date-time' });
}

/** A point in time with its zone, or a day, which begins at midnight UTC. */
export function moment(description: string) {
  return either([time(), text({ format: 'date' })], description);
}

export function integer(said?: Said<TNumberOptions>, limits?: TNumberOptions) {
  return Type.Integer(withDescription(said, limits));
}

export function number(said?: Said<TNumberOptions>, limits?: TNumberOptions) {
  return Type.Number(withDescription(said, limits));
}

export function flag(said?: Said<TSchemaOptions>, options?: TSchemaOptions) {
  return Type.Boolean(withDescription(said, options));
}

export function oneOf<const Words extends string[]>(words: readonly [...Words], said?: Said<TSchemaOptions>) {
  return Type.Enum<Words>([...words], withDescription(said));
}

export function list<T extends TSchema>(item: T, said?: Said<TArrayOptions>, limits?: TArrayOptions) {
  return Type.Array(item, withDescription(said, limits));
}

/** Has any fields. */
export function open(description?: string) {
  return Type.Object({}, withDescription(description, { additionalProperties: true }));
}

export function unknown(description?: string) {
  return Type.Unknown(withDescription(description));
}

export const dictionary = Type.Record;

const LIMIT = { minimum: 1, maximum: 1000, default: 100 };
export const pageLimit = optional(integer(LIMIT));

/** The query of a list: the size of a page, and the place at which it continues. */
export const page = {
  limit: pageLimit,
  cursor: optional(
    text({ maxLength: 256, description: 'next_cursor of the previous page, with the same filters' }),
  ),
};

/** The same for a list whose records can be large. */
export const pageOfLargeRecords = {
  limit: optional(
    integer('A page with large records is shorter; next_cursor says whether more follows', LIMIT),
  ),
  cursor: optional(text('The next_cursor of the previous page, with the same filters', { maxLength: 256 })),
};

/** A description, or all options. */
type Said<Options> = string | Options;

function withDescription<Options extends object>(said?: Said<Options>, options?: Options) {
  return typeof said === 'string' ? { ...options, description: said } : { ...said, ...options };
}
