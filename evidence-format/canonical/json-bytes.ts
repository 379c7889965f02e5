/**
 * Skips over a JSON value (RFC 8259) in bytes without building it: finds where it ends, or what is wrong with it.
 * Beyond the grammar, it refuses an object that states a key twice, nesting deeper than canonical JSON allows, and
 * bytes that aren't UTF-8, because two readers could understand such a text differently.
 */

import { MAX_NESTING } from './canonical.ts';
import { compareLastKey, decodeUtf8, type MemberPlace, NotJson, requireDistinct } from './json-members.ts';

/** The bytes end before the value does. */
export const UNFINISHED = -1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const LITERALS = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
]);

// The state of reading one value. Nothing is awaited in between, so one of each serves all calls.
let hasEscape = false;
let highBits = 0;
let outermost: MemberPlace[] = [];
/** Where the keys of the open objects begin and end, two numbers for each. */
const keys: number[] = [];

/** The members of the object that `skipValue` last finished; empty if its value was not an object. */
export function lastMembers(): readonly MemberPlace[] {
  return outermost;
}

/**
 * Where the value that begins at `from` ends, or UNFINISHED if it doesn't end before `to`. A number at the end of the
 * bytes may go on. @throws {NotJson}
 */
export function skipValue(bytes: Uint8Array, from: number, to: number): number {
  highBits = 0;
  outermost = [];
  keys.length = 0;
  const end = value(bytes, from, to, 0);
  if (end !== UNFINISHED && highBits > 0x7f) decodeUtf8(bytes, from, end);
  return end;
}

/** Whether a text can be the value of a member in a document read this way, and leave the document intact. */
export function canBeMember(text: string): boolean {
  const bytes = new TextEncoder().encode(`{"":${text}}`);
  try {
    return skipValue(bytes, 0, bytes.length) === bytes.length && outermost.length === 1;
  } catch (error) {
    if (error instanceof NotJson) return false;
    throw error;
  }
}

/** Where the string that begins at `from` ends; otherwise like `skipValue`. */
export function skipString(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] !== QUOTE) throw new NotJson(from, 'expected a key in quotes');
  return skipValue(bytes, from, to);
}

export function skipWhitespace(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at += 1;
  }
  return at;
}

function value(bytes: Uint8Array, from: number, to: number, depth: number): number {
  if (from >= to) return UNFINISHED;
  const first = bytes[from] as number;
  if (first === QUOTE) return string(bytes, from, to);
  if (first === 0x7b) return object(bytes, from, to, deeper(from, depth));
  if (first === 0x5b) return array(bytes, from, to, deeper(from, depth));
  if (first === MINUS || isDigit(first)) return number(bytes, from, to);
  const word = LITERALS.get(first);
  if (word === undefined) throw new NotJson(from, 'expected a value');
  for (let place = 0; place < word.length; place += 1) {
    if (from + place >= to) return UNFINISHED;
    if (bytes[from + place] !== word.charCodeAt(place)) throw new NotJson(from, 'expected a value');
  }
  return from + word.length;
}

function deeper(at: number, depth: number): number {
  if (depth < MAX_NESTING) return depth + 1;
  throw new NotJson(at, `nested deeper than ${MAX_NESTING}`);
}

function object(bytes: Uint8Array, from: number, to: number, depth: number): number {
  const firstKey = keys.length;
  let isAscending = true;
  let anyEscape = false;
  let at = skipWhitespace(bytes, from + 1, to);
  while (at < to && (keys.length > firstKey || bytes[at] !== 0x7d)) {
    const keyStart = at;
    if (bytes[at] !== QUOTE) throw new NotJson(at, 'expected a key in quotes');
    hasEscape = false;
    const keyEnd = string(bytes, at, to);
    if (keyEnd === UNFINISHED) return UNFINISHED;
    anyEscape ||= hasEscape;
    isAscending &&= keys.length === firstKey || compareLastKey(bytes, keys, keyStart, keyEnd) < 0;
    keys.push(keyStart, keyEnd);
    at = skipWhitespace(bytes, keyEnd, to);
    if (at >= to) return UNFINISHED;
    if (bytes[at] !== 0x3a) throw new NotJson(at, "expected ':' after a key");
    const start = skipWhitespace(bytes, at + 1, to);
    at = value(bytes, start, to, depth);
    if (at === UNFINISHED) return UNFINISHED;
    if (depth === 1) outermost.push({ keyStart, keyEnd, start, end: at });
    at = skipWhitespace(bytes, at, to);
    if (at >= to) return UNFINISHED;
    if (bytes[at] === 0x7d) break;
    at = skipWhitespace(bytes, afterComma(bytes, at, '}'), to);
  }
  if (at >= to) return UNFINISHED;
  // Ascending keys are distinct, and the canonical form has ascending keys.
  if (anyEscape || !isAscending) requireDistinct(bytes, keys, firstKey, anyEscape);
  keys.length = firstKey;
  return at + 1;
}

function array(bytes: Uint8Array, from: number, to: number, depth: number): number {
  let at = skipWhitespace(bytes, from + 1, to);
  if (bytes[at] === 0x5d && at < to) return at + 1;
  while (at < to) {
    const end = value(bytes, at, to, depth);
    if (end === UNFINISHED) return UNFINISHED;
    at = skipWhitespace(bytes, end, to);
    if (at >= to) return UNFINISHED;
    if (bytes[at] === 0x5d) return at + 1;
    at = skipWhitespace(bytes, afterComma(bytes, at, ']'), to);
  }
  return UNFINISHED;
}

function afterComma(bytes: Uint8Array, at: number, closing: string): number {
  if (bytes[at] === 0x2c) return at + 1;
  throw new NotJson(at, `expected ',' or '${closing}'`);
}

function string(bytes: Uint8Array, from: number, to: number): number {
  let at = from + 1;
  let high = 0;
  while (at < to) {
    const byte = bytes[at] as number;
    if (byte > BACKSLASH || (byte > QUOTE && byte < BACKSLASH)) {
      high |= byte;
      at += 1;
    } else if (byte === QUOTE) {
      highBits |= high;
      return at + 1;
    } else if (byte === BACKSLASH) {
      hasEscape = true;
      at = afterEscape(bytes, at, to);
      if (at === UNFINISHED) return UNFINISHED;
    } else if (byte < 0x20) {
      throw new NotJson(at, 'control characters in a string must be escaped');
    } else {
      at += 1;
    }
  }
  return UNFINISHED;
}

function afterEscape(bytes: Uint8Array, at: number, to: number): number {
  if (at + 1 >= to) return UNFINISHED;
  const letter = bytes[at + 1] as number;
  if (letter !== 0x75) {
    if ('"\\/bfnrt'.includes(String.fromCharCode(letter))) return at + 2;
    throw new NotJson(at, 'not an escape sequence');
  }
  for (let place = at + 2; place < at + 6; place += 1) {
    if (place >= to) return UNFINISHED;
    const digit = (bytes[place] as number) | 0x20;
    if (!isDigit(bytes[place] as number) && (digit < 0x61 || digit > 0x66)) {
      throw new NotJson(at, 'not an escape sequence');
    }
  }
  return at + 6;
}

function number(bytes: Uint8Array, from: number, to: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const whole = at;
  at = skipDigits(bytes, at, to);
  if (at > whole + 1 && bytes[whole] === 0x30) throw new NotJson(from, 'a number has no leading zero');
  let digits = at - whole;
  if (at < to && bytes[at] === 0x2e && digits > 0) {
    const fraction = at + 1;
    at = skipDigits(bytes, fraction, to);
    digits = at - fraction;
  }
  if (at < to && ((bytes[at] as number) | 0x20) === 0x65 && digits > 0) {
    const sign = bytes[at + 1];
    const exponent = sign === MINUS || sign === 0x2b ? at + 2 : at + 1;
    at = skipDigits(bytes, Math.min(exponent, to), to);
    digits = at - exponent;
  }
  if (at >= to) return UNFINISHED;
  if (digits <= 0) throw new NotJson(from, 'not a number');
  return at;
}

function skipDigits(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isDigit(bytes[at] as number)) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
