/**
 * Names for schemas. The API's description shows a named schema once, under `components`, and refers to it.
 */
import type { TSchema } from 'typebox';

/** @param title unique among schemas; generated types get this name */
export function named<T extends TSchema>(title: string, schema: T): T {
  return Object.assign(schema, { title });
}
