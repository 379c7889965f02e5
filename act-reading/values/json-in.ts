/** Finds the JSON in a text: all of it, each of its lines, or what stands below a heading. */
import { type JsonValue, parseJson } from '@assize/evidence-format';

const OBJECT_OR_LIST = /^\s*[[{]/;
const LATER = /\n\s*[[{]/;
const LONG_INTEGER = /[:[,\s]-?\d{16,}/;

/** @returns null if the text is not JSON. */
export function jsonOf(text: string): JsonValue | null {
  if (!OBJECT_OR_LIST.test(text)) return null;
  try {
    return parseJson(LONG_INTEGER.test(text) ? withTextsForIntegers(text) : text);
  } catch {
    return null;
  }
}

/** @returns the documents in a text that is not JSON as a whole. */
export function jsonsIn(text: string): JsonValue[] {
  if (!text.includes('\n')) return [];
  if (!OBJECT_OR_LIST.test(text)) {
    const start = text.search(LATER);
    const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
    const inner = start < 0 || end < start ? null : jsonOf(text.slice(start, end + 1));
    return inner === null ? [] : [inner];
  }
  return text.split('\n').flatMap((line) => {
    const one = /[\]}]\s*$/.test(line) ? jsonOf(line) : null;
    return one === null ? [] : [one];
  });
}

/** A number of more digits than a double holds is an id, and is kept as it is written. */
function withTextsForIntegers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  );
}
