/**
 * Reads a request body as JSON with exactly one meaning: other readers understand an accepted body in the
 * same way, so the judged text is the recorded text. Refused are duplicate keys, lone surrogates, numbers
 * beyond a double, integers that a double can't hold exactly, keys named `__proto__`, and nesting deeper than
 * the limits; all faults are reported at once. A zero has no sign, nor does its record.
 */

import { type JsonValue, scanJson } from '@assize/evidence-format';
import { type Fault, INEXACT_INTEGER } from '../../foundation/failure.ts';
import { type LocatedFault, locPart, MAX_FAULTS } from './faults.ts';
import { MAX_BODY_DEPTH, MAX_CONTEXT_DEPTH, valueFaults } from './json-faults.ts';

/**
 * With faults, `value` is present if the text was JSON at all: enough to find other faults, but not to act
 * on.
 */
export type JsonReading =
  | { ok: true; value: JsonValue }
  | { ok: false; faults: LocatedFault[]; value?: JsonValue };

/** Deeper bodies may still be fine (a batch wraps its contexts), but they are checked level by level. */
const PLAIN_DEPTH = MAX_CONTEXT_DEPTH + 1;

/** A byte order mark is kept, and then refused: RFC 8259 section 8.1 forbids sending one. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param input bytes are read as UTF-8, even if the content type names another encoding
 * @returns the value, or at least one fault with a `loc` that begins with `body`; never throws
 */
export function readJson(input: Buffer | string): JsonReading {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  let text: string;
  try {
    text = typeof input === 'string' ? input : utf8.decode(input);
  } catch {
    return unreadable(firstInvalidByte(bytes), 'not valid UTF-8');
  }

  const stated = countStatedMembers(bytes);
  if (stated < 0) return readAgain(text);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return readAgain(text);
  }
  if (countMembers(value) !== stated) return readAgain(text);

  // Strict UTF-8 has no surrogates, so only an escape can produce a lone one.
  const mayHoldSurrogates = text.includes('\\u') || (typeof input === 'string' && !text.isWellFormed());
  return mayHoldSurrogates ? verdict(value, valueFaults(value)) : { ok: true, value };
}

/** The slow path for unusual bodies: it uses nothing from the native parser, and reports all faults. */
function readAgain(text: string): JsonReading {
  const limits = { depth: MAX_BODY_DEPTH, duplicates: MAX_FAULTS, inexact: MAX_FAULTS };
  const { value, error, duplicates, inexact } = scanJson(text, limits);
  if (error !== undefined) return unreadable(error.offset, error.reason);
  const faults = [
    ...valueFaults(value),
    ...inexact.map((path) => faultAt(path, INEXACT_INTEGER)),
    ...duplicates.map((path) => faultAt(path, DUPLICATE_KEY)),
  ];
  return verdict(value, faults.slice(0, MAX_FAULTS));
}

const DUPLICATE_KEY = { type: 'duplicate_key', message: 'Key appears more than once' };

function faultAt(path: readonly string[], { message, type }: Omit<Fault, 'field'>): LocatedFault {
  return { loc: ['body', ...path.map(locPart)], msg: message, type };
}

function verdict(value: JsonValue, faults: LocatedFault[]): JsonReading {
  if (faults.length === 0) return { ok: true, value };
  // A text that nests too deep was not read to its end, so missing members can't be reported.
  const whole = !faults.some((fault) => fault.type === 'nesting_too_deep');
  return whole ? { ok: false, faults, value } : { ok: false, faults };
}

function unreadable(offset: number, reason: string): JsonReading {
  return {
    ok: false,
    faults: [{ loc: ['body', String(offset)], msg: `Invalid JSON: ${reason}`, type: 'json_invalid' }],
  };
}

/**
 * The number of members in all objects of a parsed value, or -1 if something needs a closer look: a number so
 * large that an integer may have been rounded to it, a zero with a sign, a key named `__proto__`. Runs on
 * every request, and therefore allocates nothing; it recurses no deeper than {@link PLAIN_DEPTH}.
 */
function countMembers(value: JsonValue): number {
  if (typeof value === 'number') return isPlainNumber(value) ? 0 : -1;
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      const below = countMembers(item);
      if (below < 0) return -1;
      members += below;
    }
    return members;
  }
  // A parsed object inherits nothing enumerable, and this loop, unlike Object.keys, allocates nothing.
  for (const key in value) {
    if (key === '__proto__') return -1;
    const below = countMembers(value[key] ?? null);
    if (below < 0) return -1;
    members += below + 1;
  }
  return members;
}

function isPlainNumber(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Opening brackets and braces differ only in this bit, and so do closing ones. */
const CURLY_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * How many members a JSON text states: its colons outside strings. The parser keeps the last of two members of the
 * same name, so a text with duplicates states more of them than the parsed value has.
 *
 * -1 where the native parser should not read the text at all: it is nested so deep that parsing costs more than
 * refusing, or a key is spelled with an escape. After V8 13 has met a key that ends in a backslash, it can read
 * another one, such as `"\""`, as that key (nodejs/node#63785).
 */
function countStatedMembers(bytes: Buffer): number {
  const end = bytes.length;
  let members = 0;
  let depth = 0;
  let escaped = false;
  let at = 0;
  while (at < end) {
    const byte = bytes[at++] ?? 0;
    if (byte === QUOTE) {
      escaped = false;
      while (at < end) {
        const inside = bytes[at++];
        if (inside === QUOTE) break;
        if (inside === BACKSLASH) {
          escaped = true;
          at++;
        }
      }
    } else if (byte === COLON) {
      if (escaped) return -1;
      members++;
    } else if ((byte | CURLY_BIT) === OPENING) {
      if (++depth > PLAIN_DEPTH) return -1;
    } else if ((byte | CURLY_BIT) === CLOSING) depth--;
  }
  return members;
}

/** Lenient decoding puts U+FFFD where the text is broken, so the re-encoded text first differs there. */
function firstInvalidByte(bytes: Buffer): number {
  const repaired = Buffer.from(bytes.toString('utf8'));
  const at = bytes.findIndex((byte, index) => byte !== repaired[index]);
  return at < 0 ? bytes.length : at;
}
