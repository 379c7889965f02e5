/**
 * Reads stored JSON. The native parser does, except where a key is spelled with an escape: after V8 13 has met a key
 * that ends in a backslash it can read another one as that key (nodejs/node#63785), and what a record says must not
 * depend on what was read before it.
 */
import type { JsonValue } from './json.ts';
import { scanJson } from './scan.ts';

/** Takes what the native parser takes, however deep, and reads it as that does. @throws {SyntaxError} */
export function parseJson(text: string): JsonValue {
  if (!text.includes('\\')) return JSON.parse(text) as JsonValue;
  const { value, error } = scanJson(text, { depth: Number.POSITIVE_INFINITY, duplicates: 0 });
  if (error !== undefined) throw new SyntaxError(`${error.reason} at ${error.offset}`);
  return value;
}
