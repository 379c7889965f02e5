/** The members of a JSON object in bytes: whether their keys are distinct, and the text of bytes. */

/** A fault in JSON, and its place in the bytes. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
  readonly at: number;
  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

/** A member of an object: the place of its key, including quotes, and of its value. */
export interface MemberPlace {
  keyStart: number;
  keyEnd: number;
  start: number;
  end: number;
}

/** Up to this many keys are compared one by one, which is faster than reading them into a set. */
const FEW_KEYS = 24;

/** Negative if the bytes of the last of these keys come before those of the other one, 0 if they are the same. */
export function compareLastKey(
  bytes: Uint8Array,
  keys: readonly number[],
  keyStart: number,
  keyEnd: number,
): number {
  const start = keys[keys.length - 2] as number;
  const length = Math.min((keys[keys.length - 1] as number) - start, keyEnd - keyStart);
  // Keys include their closing quote, so one never ends where another goes on.
  for (let place = 0; place < length; place += 1) {
    const difference = (bytes[start + place] as number) - (bytes[keyStart + place] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Checks the keys from `first` on in this list of where each begins and ends. @throws {NotJson} if two of them are the
 * same, in any spelling.
 */
export function requireDistinct(
  bytes: Uint8Array,
  keys: readonly number[],
  first: number,
  anyEscape: boolean,
): void {
  const areFew = !anyEscape && keys.length - first <= 2 * FEW_KEYS;
  const seen = new Set<string>();
  for (let at = first; at < keys.length; at += 2) {
    const [start = 0, end = 0] = [keys[at], keys[at + 1]];
    let isSeen = false;
    if (areFew) {
      for (let before = first; before < at && !isSeen; before += 2) isSeen = areSame(bytes, keys, before, at);
    } else {
      const key = JSON.parse(decodeUtf8(bytes, start, end)) as string;
      isSeen = seen.has(key);
      seen.add(key);
    }
    if (isSeen) throw new NotJson(start, 'a key that this object has stated already');
  }
}

function areSame(bytes: Uint8Array, keys: readonly number[], one: number, other: number): boolean {
  const start = keys[one] as number;
  const otherStart = keys[other] as number;
  const length = (keys[one + 1] as number) - start;
  if (length !== (keys[other + 1] as number) - otherStart) return false;
  for (let place = 0; place < length; place += 1) {
    if (bytes[start + place] !== bytes[otherStart + place]) return false;
  }
  return true;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of these bytes. @throws {NotJson} if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    throw new NotJson(from, 'a text that is not UTF-8');
  }
}
