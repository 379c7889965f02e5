/**
 * Reads quoted fields, such as context.`content-type`, which the library's parser does not know: each is parsed under
 * a name of the same length that occurs nowhere else in the source, so that everything stays where it is.
 */
import { besideTexts } from './optional-syntax.ts';

/** Quoted fields by the grammar of CEL: an escaped identifier after a dot. */
const QUOTED = besideTexts(/(\.\s*)`([A-Za-z0-9_.\-/ ]+)`/);

export interface UnquotedSource {
  /** Has the same length as the source. */
  text: string;
  /** The field behind each stand-in name. */
  fields: ReadonlyMap<string, string>;
}

export function withoutQuotes(source: string): UnquotedSource {
  const fields = new Map<string, string>();
  if (!source.includes('`')) return { text: source, fields };
  const text = source.replace(QUOTED, (token: string, dot: string | undefined, field: string) => {
    if (dot === undefined) return token;
    const name = unusedName(token.length - dot.length, source, fields);
    if (name === null) return token;
    fields.set(name, field);
    return dot + name;
  });
  return { text, fields };
}

const DIGITS = 36;

/** Returns null where all such names are taken, which needs more names of one length than a rule can have. */
function unusedName(length: number, source: string, taken: ReadonlyMap<string, string>): string | null {
  for (let number = 0; number < DIGITS ** (length - 1); number += 1) {
    const name = `_${number.toString(DIGITS).padStart(length - 1, '_')}`;
    if (!taken.has(name) && !source.includes(name)) return name;
  }
  return null;
}
