/** Objects of the API's schemas: plain ones, and named ones, which its description shows once and refers to. */
import Type, { type TObjectOptions, type TProperties, type TSchema } from 'typebox';

export function object<Fields extends TProperties>(fields: Fields, options?: TObjectOptions) {
  return Type.Object(fields, options);
}

export function described<Fields extends TProperties>(description: string, fields: Fields) {
  return Type.Object(fields, { description });
}

/** Refuses fields that it does not name. */
export function closed<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false });
}

/** A closed body, with what the API reference shows to try. */
export function body<Fields extends TProperties>(examples: object[], fields: Fields) {
  return Type.Object(fields, { additionalProperties: false, examples });
}

/**
 * Names a schema: the API's description shows it once, under `components`, and refers to it.
 * @param title unique among schemas; generated types get this name
 */
export function named<T extends TSchema>(title: string, schema: T): T {
  return Object.assign(schema, { title });
}

export function record<Fields extends TProperties>(title: string, fields: Fields) {
  return named(title, object(fields));
}

export function describedRecord<Fields extends TProperties>(
  title: string,
  description: string,
  fields: Fields,
) {
  return named(title, described(description, fields));
}

export function closedRecord<Fields extends TProperties>(title: string, fields: Fields) {
  return named(title, closed(fields));
}

export function namedBody<Fields extends TProperties>(title: string, examples: object[], fields: Fields) {
  return named(title, body(examples, fields));
}
