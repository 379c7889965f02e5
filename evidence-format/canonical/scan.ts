/**
 * A second reading of a JSON text (RFC 8259), for facts that the native parser does not report: where a text stops
 * being JSON, and which keys an object states twice. It also reads texts that the native parser should not read. It
 * stops where the nesting is too deep; up to there, it accepts exactly what the native parser accepts.
 */

import type { JsonObject, JsonValue } from './canonical.ts';
import { isExactNumber } from './exact-number.ts';

/** The limits of a scan: deeper nesting is not entered, and further findings are not reported. */
export interface ScanLimits {
  depth: number;
  duplicates: number;
  /** The maximum number of reported numbers that a double does not hold as written; a zero then has no sign. */
  inexact?: number;
}

export interface JsonScan {
  /** The value of the text up to the end, an error, or the first object or array below the depth limit. */
  value: JsonValue;
  /** The first thing that is not JSON; `offset` counts UTF-16 units from the start. */
  error?: { offset: number; reason: string };
  /** The path of each key that its object states more than once; bounded in number and depth. */
  duplicates: string[][];
  /** The path of each finite number that a double only approximates: see {@link isExactNumber}; bounded likewise. */
  inexact: string[][];
}

/** An open object or array. */
interface Frame {
  container: JsonObject | JsonValue[];
  /** An object's keys so far. */
  keys: Set<string>;
  /** The current key or index. */
  position: string | number;
}

type Expected = 'value' | 'first-item' | 'first-key' | 'key' | 'after-value' | 'end';

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;
const NOT_A_NUMBER = /-?(?:NaN|Infinity)/y;
const WHITESPACE = /[ \t\n\r]*/y;
/** The last of those characters: all later ones are something else. */
const SPACE = 0x20;
const ORDINARY = { writable: true, enumerable: true, configurable: true };
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids exactly these
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

export function scanJson(text: string, limits: ScanLimits): JsonScan {
  const scanner = new Scanner(text, limits);
  try {
    let expected: Expected = 'value';
    while (expected !== 'end') expected = scanner.step(expected);
    return scanner.found();
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    return { ...scanner.found(), error: { offset: error.offset, reason: error.message } };
  }
}

class NotJson extends Error {
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

class Scanner {
  #value: JsonValue = null;
  readonly #duplicates = new Map<string, string[]>();
  readonly #inexact: string[][] = [];
  readonly #text: string;
  readonly #limits: ScanLimits;
  readonly #open: Frame[] = [];
  #at = 0;

  constructor(text: string, limits: ScanLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  found(): JsonScan {
    return { value: this.#value, duplicates: [...this.#duplicates.values()], inexact: this.#inexact };
  }

  step(expected: Expected): Expected {
    this.#skipWhitespace();
    switch (expected) {
      case 'first-item':
        return this.#takeCharacter(']') ? this.#close() : this.#readValue();
      case 'first-key':
        return this.#takeCharacter('}') ? this.#close() : this.#key();
      case 'key':
        return this.#key();
      case 'after-value':
        return this.#afterValue();
      default:
        return this.#readValue();
    }
  }

  #readValue(): Expected {
    const start = this.#at;
    if (this.#takeCharacter('{')) return this.#enter({});
    if (this.#takeCharacter('[')) return this.#enter([]);
    if (this.#text[start] === '"') this.#place(unescaped(this.#string()));
    else if (this.#take(NUMBER)) this.#place(this.#number(this.#text.slice(start, this.#at)));
    else if (this.#take(LITERAL)) this.#place(JSON.parse(this.#text.slice(start, this.#at)));
    else this.#refuseValue();
    return 'after-value';
  }

  #enter(container: JsonObject | JsonValue[]): Expected {
    this.#place(container);
    if (this.#open.length === this.#limits.depth) return 'end';
    const isArray = Array.isArray(container);
    this.#open.push({ container, keys: new Set(), position: isArray ? 0 : '' });
    return isArray ? 'first-item' : 'first-key';
  }

  #place(value: JsonValue): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) this.#value = value;
    else if (Array.isArray(frame.container)) frame.container.push(value);
    else if (frame.position !== '__proto__') frame.container[frame.position] = value;
    // Assignment would set the prototype and hide the key.
    else Object.defineProperty(frame.container, '__proto__', { value, ...ORDINARY });
  }

  #refuseValue(): never {
    if (this.#text.startsWith('\ufeff')) throw new NotJson(0, 'begins with a byte order mark');
    const at = this.#at;
    if (this.#take(NOT_A_NUMBER)) throw new NotJson(at, 'NaN and Infinity are not JSON numbers');
    throw new NotJson(at, 'expected a value');
  }

  #key(): Expected {
    const frame = this.#open.at(-1);
    if (this.#text[this.#at] !== '"' || frame === undefined)
      throw new NotJson(this.#at, 'expected a key in quotes');
    const key = unescaped(this.#string());
    frame.position = key;
    if (frame.keys.has(key)) this.#noteDuplicate();
    frame.keys.add(key);
    this.#skipWhitespace();
    if (!this.#takeCharacter(':')) throw new NotJson(this.#at, "expected ':' after a key");
    return 'value';
  }

  #afterValue(): Expected {
    const frame = this.#open.at(-1);
    if (frame === undefined) {
      if (this.#at < this.#text.length) throw new NotJson(this.#at, 'unexpected text after the document');
      return 'end';
    }
    const isArray = Array.isArray(frame.container);
    if (this.#takeCharacter(',')) {
      if (typeof frame.position === 'number') frame.position++;
      return isArray ? 'value' : 'key';
    }
    const closing = isArray ? ']' : '}';
    if (this.#takeCharacter(closing)) return this.#close();
    throw new NotJson(this.#at, `expected ',' or '${closing}'`);
  }

  #close(): Expected {
    this.#open.pop();
    return 'after-value';
  }

  /** Reads a string and returns it as written, including quotes. */
  #string(): string {
    const start = this.#at++;
    for (;;) {
      this.#take(PLAIN_CHARACTERS);
      if (this.#takeCharacter('"')) return this.#text.slice(start, this.#at);
      if (this.#at >= this.#text.length) throw new NotJson(start, 'the string does not end');
      if (this.#text[this.#at] !== '\\')
        throw new NotJson(this.#at, 'control characters in a string must be escaped');
      if (!this.#take(ESCAPE)) throw new NotJson(this.#at, 'not an escape sequence');
    }
  }

  #noteDuplicate(): void {
    if (this.#duplicates.size >= this.#limits.duplicates) return;
    const path = this.#path();
    this.#duplicates.set(JSON.stringify(path), path);
  }

  #number(text: string): number {
    const value = Number(text);
    const { inexact } = this.#limits;
    if (inexact === undefined) return value;
    // Most numbers need no further check, because no integer is rounded into this range.
    const isSmall = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (!isSmall && Number.isFinite(value) && this.#inexact.length < inexact && !isExactNumber(text)) {
      this.#inexact.push(this.#path());
    }
    return value + 0;
  }

  #path(): string[] {
    return this.#open.map((frame) => String(frame.position));
  }

  #skipWhitespace(): void {
    if (this.#text.charCodeAt(this.#at) <= SPACE) this.#take(WHITESPACE);
  }

  #take(token: RegExp): boolean {
    token.lastIndex = this.#at;
    if (!token.test(this.#text)) return false;
    this.#at = token.lastIndex;
    return true;
  }

  #takeCharacter(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}

/** @param written including its quotes. */
function unescaped(written: string): string {
  return written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
}
