/**
 * Reads one JSON document from bytes that come in pieces, cut anywhere, and holds no more of it than one value. A
 * visitor says which objects and arrays to go through member by member; everything else is passed on whole, as its
 * bytes in the document.
 */

import { lastMembers, skipString, skipValue, skipWhitespace, UNFINISHED } from './json-bytes.ts';
import { decodeUtf8, type MemberPlace, NotJson } from './json-members.ts';

/** A larger value is refused, because it would have to be held in memory as a whole. */
export const MAX_BYTES_OF_A_VALUE = 32 * 1024 * 1024;

/** The bytes of a value; they are only valid until the visitor returns. */
export interface RawValue {
  bytes: Uint8Array;
  /** How many bytes of the document precede it. */
  offset: number;
  /** The places of an object's members, counted from `from` bytes before it. */
  members: readonly MemberPlace[];
  from: number;
}

/** Visits an object by its keys, or an array by its indices. */
export interface JsonVisitor {
  /** The visitor for this member, if it is an object or an array; undefined to take it whole. */
  enter?(key: string | number): JsonVisitor | undefined;
  /** Called for a whole member. The bytes are one JSON value, in which no object states a key twice. */
  take(key: string | number, value: RawValue): void;
  /** Called after the last member. */
  leave?(): void;
}

interface Frame {
  visitor: JsonVisitor;
  isArray: boolean;
  count: number;
  keys: Set<string>;
}

export class JsonStream {
  /** The bytes from #at up to #end are still to be read. */
  #bytes = new Uint8Array(64 * 1024);
  #at = 0;
  #end = 0;
  /** How many bytes of the document precede #bytes. */
  #before = 0;
  /** A value is tried again only when there is twice as much of it, so that many small pieces don't make this slow. */
  #enough = 1;
  #isOver = false;
  readonly #open: Frame[] = [];
  readonly #root: JsonVisitor;

  /** @param root takes the document itself, under the key ''. */
  constructor(root: JsonVisitor) {
    this.#root = root;
  }

  /** How many bytes of the document have been read. */
  get offset(): number {
    return this.#before + this.#at;
  }

  /**
   * Takes the next bytes. @throws {NotJson}, with a place counted from the document's beginning, and errors of a
   * visitor.
   */
  push(chunk: Uint8Array): void {
    this.#append(chunk);
    const rest = this.#end - this.#at;
    if (rest >= this.#enough || rest > MAX_BYTES_OF_A_VALUE) this.#read();
  }

  /** Call this after the last bytes. Throws like `push`. */
  finish(): void {
    this.#read();
    if (!this.#isOver) throw new NotJson(this.#before + this.#end, 'the file ends before its end');
  }

  #append(chunk: Uint8Array): void {
    const rest = this.#end - this.#at;
    if (this.#at > 0) {
      this.#bytes.copyWithin(0, this.#at, this.#end);
      this.#before += this.#at;
      this.#at = 0;
      this.#end = rest;
    }
    if (rest + chunk.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, rest + chunk.length));
      larger.set(this.#bytes.subarray(0, rest));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, rest);
    this.#end = rest + chunk.length;
  }

  #read(): void {
    try {
      while (this.#step());
    } catch (error) {
      if (error instanceof NotJson) throw new NotJson(this.#before + error.at, error.message);
      throw error;
    }
    const rest = this.#end - this.#at;
    if (rest > MAX_BYTES_OF_A_VALUE) {
      throw new NotJson(this.offset, `a value of more than ${MAX_BYTES_OF_A_VALUE} bytes`);
    }
    this.#enough = 2 * rest;
  }

  /** Handles the next member, or the end of an object or array; returns false if there are too few bytes for that. */
  #step(): boolean {
    this.#at = skipWhitespace(this.#bytes, this.#at, this.#end);
    if (this.#at === this.#end) return false;
    const frame = this.#open.at(-1);
    if (this.#isOver) throw new NotJson(this.#at, 'unexpected text after the document');
    if (frame === undefined) return this.#member(this.#root, '', this.#at);
    const byte = this.#bytes[this.#at];
    if (byte === (frame.isArray ? 0x5d : 0x7d)) return this.#leave(frame);
    let at = this.#at;
    if (frame.count > 0) {
      if (byte !== 0x2c) throw new NotJson(at, `expected ',' or '${frame.isArray ? ']' : '}'}'`);
      at = skipWhitespace(this.#bytes, at + 1, this.#end);
    }
    return frame.isArray ? this.#member(frame.visitor, frame.count, at) : this.#keyed(frame, at);
  }

  #keyed(frame: Frame, from: number): boolean {
    if (from >= this.#end) return false;
    const keyEnd = skipString(this.#bytes, from, this.#end);
    if (keyEnd === UNFINISHED) return false;
    const colon = skipWhitespace(this.#bytes, keyEnd, this.#end);
    if (colon >= this.#end) return false;
    if (this.#bytes[colon] !== 0x3a) throw new NotJson(colon, "expected ':' after a key");
    const key = JSON.parse(decodeUtf8(this.#bytes, from, keyEnd)) as string;
    if (frame.keys.has(key)) throw new NotJson(from, 'a key that this object has stated already');
    const start = skipWhitespace(this.#bytes, colon + 1, this.#end);
    const isDone = this.#member(frame.visitor, key, start);
    if (isDone) frame.keys.add(key);
    return isDone;
  }

  #member(visitor: JsonVisitor, key: string | number, start: number): boolean {
    if (start >= this.#end) return false;
    const first = this.#bytes[start];
    const isContainer = first === 0x7b || first === 0x5b;
    const inner = isContainer ? visitor.enter?.(key) : undefined;
    const frame = this.#open.at(-1);
    if (inner !== undefined) {
      if (frame !== undefined) frame.count += 1;
      this.#open.push({ visitor: inner, isArray: first === 0x5b, count: 0, keys: new Set() });
      this.#at = start + 1;
      return true;
    }
    const end = skipValue(this.#bytes, start, this.#end);
    if (end === UNFINISHED) return false;
    this.#at = end;
    if (frame === undefined) this.#isOver = true;
    else frame.count += 1;
    const bytes = this.#bytes.subarray(start, end);
    visitor.take(key, { bytes, offset: this.#before + start, members: lastMembers(), from: start });
    return true;
  }

  #leave(frame: Frame): boolean {
    this.#at += 1;
    this.#open.pop();
    if (this.#open.length === 0) this.#isOver = true;
    frame.visitor.leave?.();
    return true;
  }
}
