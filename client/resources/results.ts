/**
 * Copies a tool's result for a report, as far as JSON shows it and within a limit. The service looks for values in it
 * and keeps no text, so short members matter most; long texts get the room that these leave.
 */

/** The service takes a body of 262,144 bytes; the rest is for the other fields of the report. */
const MAX_RESULT_BYTES = 256_000;
/** A body may be nested 64 deep. */
const MAX_DEPTH = 60;
const LONG_TEXT = 1_000;

export interface ReadResult {
  /** JSON; null where nothing of it can be shown. */
  result: unknown;
  /** True where the result has more than is shown. */
  incomplete: boolean;
}

/** Never throws, and reads no stream. */
export function readResult(given: unknown): ReadResult {
  const reading = new Reading();
  try {
    return reading.read(given);
  } catch {
    // A getter, a proxy or a `toJSON` of the result's own may throw.
    return { result: null, incomplete: true };
  }
}

type Place = (text: string) => void;

class Reading {
  #room = MAX_RESULT_BYTES;
  #incomplete = false;
  readonly #above = new Set<object>();
  readonly #long: { text: string; place: Place }[] = [];

  read(given: unknown): ReadResult {
    let result = this.#copy(given, (text) => {
      result = text;
    });
    if (result === undefined && given !== undefined) this.#incomplete = true;
    for (const { text, place } of this.#long) place(this.#begin(text));
    return { result: result ?? null, incomplete: this.#incomplete };
  }

  /** @returns undefined where JSON leaves it out, or there is no room for it */
  #copy(given: unknown, place: Place): unknown {
    const value = jsonOf(given);
    if (typeof value === 'string') return this.#text(value, place);
    if (typeof value === 'bigint') return this.#text(String(value), place);
    if (typeof value === 'number') return this.#number(value, place);
    if (value === null || typeof value === 'boolean') return this.#takes(5) ? value : undefined;
    return typeof value === 'object' ? this.#object(value, place) : undefined;
  }

  #text(text: string, place: Place): string | undefined {
    if (text.length <= LONG_TEXT) return this.#takes(bytesOf(text)) ? plain(text) : undefined;
    if (!this.#takes(2)) return undefined;
    this.#long.push({ text, place });
    return '';
  }

  /** JSON has no endless numbers, and the service refuses integers that a reader would round. */
  #number(value: number, place: Place): unknown {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return this.#text(String(value), place);
    return this.#takes(String(value).length) ? (Number.isFinite(value) ? value : null) : undefined;
  }

  #object(value: object, place: Place): unknown {
    if (value instanceof Map) return this.#object(membersOf(value), place);
    if (value instanceof Set) return this.#object([...value], place);
    if (isHidden(value) || this.#above.has(value) || this.#above.size === MAX_DEPTH || !this.#takes(2)) {
      this.#incomplete = true;
      return undefined;
    }
    this.#above.add(value);
    const copy = Array.isArray(value) ? this.#list(value) : this.#members(value);
    this.#above.delete(value);
    return copy;
  }

  #list(values: readonly unknown[]): unknown[] {
    const copy: unknown[] = [];
    for (const [at, value] of values.entries()) {
      const element = this.#takes(1) ? this.#copy(value, (text) => put(copy, at, text)) : undefined;
      if (element === undefined && !this.#takes(4)) break;
      copy.push(element ?? null);
    }
    return copy;
  }

  #members(value: object): object {
    // It has no prototype, so a member may have any name.
    const copy: Record<string, unknown> = Object.create(null);
    for (const name of Object.keys(value)) {
      const key = plain(name);
      // The service refuses a body with such a member.
      if (key === '__proto__' || !this.#takes(bytesOf(key) + 2)) {
        this.#incomplete = true;
        continue;
      }
      const member = this.#copy((value as Record<string, unknown>)[name], (text) => put(copy, key, text));
      if (member !== undefined) copy[key] = member;
    }
    return copy;
  }

  /** @returns false where there is no room */
  #takes(bytes: number): boolean {
    const fits = bytes <= this.#room;
    if (fits) this.#room -= bytes;
    else this.#incomplete = true;
    return fits;
  }

  /** The beginning of a long text, never with half of a character. */
  #begin(text: string): string {
    let end = 0;
    let bytes = 0;
    while (end < text.length) {
      const size = bytesAt(text, end);
      if (bytes + size > this.#room) break;
      bytes += size;
      end += 1;
    }
    if (end < text.length) {
      this.#incomplete = true;
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    }
    this.#room -= bytes;
    return plain(text.slice(0, end));
  }
}

function put<Key extends PropertyKey>(copy: Record<Key, unknown>, key: Key, text: string): void {
  copy[key] = text;
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? toJSON.call(value) : value;
}

function membersOf(map: ReadonlyMap<unknown, unknown>): object {
  const isNamed = [...map.keys()].every((key) => typeof key === 'string');
  return isNamed ? Object.assign(Object.create(null), Object.fromEntries(map)) : [...map];
}

/** Bytes, a response, a stream: an object of which JSON shows nothing, or not what it is. */
function isHidden(value: object): boolean {
  if (Array.isArray(value)) return false;
  if (ArrayBuffer.isView(value) || Symbol.asyncIterator in value) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return !isPlain && Object.keys(value).length === 0;
}

/** Neither can be stored everywhere. */
function plain(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

function bytesOf(text: string): number {
  let bytes = 2;
  for (let at = 0; at < text.length; at += 1) bytes += bytesAt(text, at);
  return bytes;
}

/** At most the bytes of one UTF-16 unit inside a JSON string in UTF-8. */
function bytesAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x20) return 6;
  if (code < 0x80) return code === 0x22 || code === 0x5c ? 2 : 1;
  return code < 0x800 ? 2 : 3;
}
