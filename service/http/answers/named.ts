/** Names of schemas. The description of the API shows a named schema once, under `components`, and refers to it. */
import type { TSchema } from 'typebox';

/** @param title as types made from the description have it; no other schema may have it */
export function named<T extends TSchema>(title: string, schema: T): T {
  return Object.assign(schema, { title });
}
