/**
 * The index of words and terms, packed. An entry says that a word, by six bytes of its keyed hash, occurs at a place of
 * a block; a frequent word has one entry. A search for a rare word reads 1 KB of each block and a few payloads.
 */
import { createHmac, hash } from 'node:crypto';

/** This must never change, because stored rows depend on it. */
export const BLOCK = 2048;
export const BUCKETS = 256;
const HASH_BYTES = 6;
const ENTRY_BYTES = HASH_BYTES + 2;
/** The place that stands for all places. */
const EVERYWHERE = 0xffff;
/** The place of {@link RULES}, which stays when a block has nothing else. */
const OF_BLOCK = 0xfffe;
/** A word in more artifacts than this gets one entry for the whole block. */
const MANY = BLOCK / 8;
/** The entry for payloads that have too many words. */
export const ANY_WORD = '';

/**
 * An entry of each block: its hash shows that the block was made with this secret, its text by which rules. The index
 * of a block without it is not trusted. Increase the number when the same text yields other words.
 */
const WORD_RULES = '\0rules 2';
/** The same for terms. Increase the number when the same payload yields other terms. */
const TERM_RULES = '\0terms 1';
const ALL_RULES = [WORD_RULES, TERM_RULES];
/** Frequent terms have all their places, one bit each, in buckets of their own, this much higher. */
export const FREQUENT = BUCKETS;
const BITS_BYTES = BLOCK / 8;
const FREQUENT_BYTES = HASH_BYTES + BITS_BYTES;

export interface WordHash {
  bucket: number;
  /** Six bytes. */
  bytes: Buffer;
}

/**
 * SHA-256 of the installation's secret, chain and word. Only seven of the 32 bytes are kept, so the hash can't be
 * extended, and an HMAC, which costs 19 µs a word instead of 4, would gain nothing.
 */
export function wordHash(secret: Uint8Array, chain: number, word: string): WordHash {
  const digest = hash('sha256', `${Buffer.from(secret).toString('latin1')} ${chain} ${word}`, 'buffer');
  return { bucket: digest[0] ?? 0, bytes: digest.subarray(1, 1 + HASH_BYTES) };
}

/** A term in the index: no word contains U+0000. */
export function termWord(term: string): string {
  return `\0${term}`;
}

/** Whether the index of a block can be trusted, judging by the entries of its first bucket. */
export function isOfRules(secret: Uint8Array, chain: number, entries: Uint8Array): boolean {
  return ALL_RULES.every((rules) => {
    const places = placesOf(entries, wordHash(secret, chain, rules).bytes);
    return places !== 'all' && places.has(OF_BLOCK);
  });
}

/** The form in which evidence states the subject: the whole hash, which can't be computed without the secret. */
export function subjectHash(secret: Uint8Array, chain: number, subject: string): string {
  return `hmac-sha256:${createHmac('sha256', secret).update(`${chain} subject ${subject}`).digest('hex')}`;
}

/**
 * @param places by word, and by {@link termWord}. @returns the entries of each bucket that has any, and always those of
 * the first.
 */
export function packWords(
  secret: Uint8Array,
  chain: number,
  places: ReadonlyMap<string, readonly number[]>,
): Map<number, Uint8Array> {
  const rules = ALL_RULES.map((each) => entryOf(wordHash(secret, chain, each).bytes, OF_BLOCK));
  const buckets = new Map<number, Buffer[]>([[0, rules]]);
  const add = (bucket: number, entries: readonly Buffer[]) => {
    const held = buckets.get(bucket);
    if (held === undefined) buckets.set(bucket, [...entries]);
    else held.push(...entries);
  };
  for (const [word, at] of places) {
    const { bucket, bytes } = wordHash(secret, chain, word);
    const isFrequent = at.length > MANY && word !== ANY_WORD;
    if (isFrequent && word.startsWith('\0')) add(bucket + FREQUENT, [Buffer.concat([bytes, bitsOf(at)])]);
    else
      add(
        bucket,
        (isFrequent ? [EVERYWHERE] : at).map((place) => entryOf(bytes, place)),
      );
  }
  return new Map(
    [...buckets].map(([bucket, entries]) => [bucket, Buffer.concat(entries.sort(Buffer.compare))]),
  );
}

/** The places of a block, one bit each. */
export function bitsOf(places: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(BITS_BYTES);
  for (const place of places) setBit(bits, place);
  return bits;
}

export function setBit(bits: Uint8Array, place: number): void {
  bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
}

export function placesIn(bits: Uint8Array): number[] {
  const places: number[] = [];
  for (const [byte, eight] of bits.entries()) {
    if (eight !== 0)
      for (let bit = 0; bit < 8; bit += 1) if ((eight & (1 << bit)) !== 0) places.push(8 * byte + bit);
  }
  return places;
}

export function hasBit(bits: Uint8Array, place: number): boolean {
  return ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
}

/** The places of a word in the entries of a bucket for frequent terms; null if it is not among them. */
export function bitsIn(entries: Uint8Array, word: Buffer): Uint8Array | null {
  for (let at = 0; at < entries.length; at += FREQUENT_BYTES) {
    if (word.equals(entries.subarray(at, at + HASH_BYTES)))
      return entries.subarray(at + HASH_BYTES, at + FREQUENT_BYTES);
  }
  return null;
}

function entryOf(word: Buffer, place: number): Buffer {
  const entry = Buffer.allocUnsafe(ENTRY_BYTES);
  word.copy(entry);
  entry.writeUInt16BE(place, HASH_BYTES);
  return entry;
}

/** The places in the block where the word may occur; `all` for anywhere. */
export function placesOf(entries: Uint8Array, word: Buffer): Set<number> | 'all' {
  const places = new Set<number>();
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  let [low, high] = [0, bytes.length / ENTRY_BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * ENTRY_BYTES;
    if (bytes.compare(word, 0, HASH_BYTES, at, at + HASH_BYTES) < 0) low = middle + 1;
    else high = middle;
  }
  for (let at = low * ENTRY_BYTES; at < bytes.length; at += ENTRY_BYTES) {
    if (bytes.compare(word, 0, HASH_BYTES, at, at + HASH_BYTES) !== 0) break;
    const place = bytes.readUInt16BE(at + HASH_BYTES);
    if (place === EVERYWHERE) return 'all';
    places.add(place);
  }
  return places;
}

/** The entries of a bucket without those of absent places; null if all of them stay. */
export function onlyPlaces(
  entries: Uint8Array,
  bucket: number,
  present: ReadonlySet<number>,
): Uint8Array | null {
  if (bucket >= FREQUENT) return onlyBits(entries, bitsOf(present));
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  const kept: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
    const place = bytes.readUInt16BE(at + HASH_BYTES);
    const stays = place === EVERYWHERE ? present.size > 0 : present.has(place);
    if (stays || place === OF_BLOCK) kept.push(bytes.subarray(at, at + ENTRY_BYTES));
  }
  return kept.length * ENTRY_BYTES === bytes.length ? null : Buffer.concat(kept);
}

function onlyBits(entries: Uint8Array, present: Uint8Array): Uint8Array | null {
  const kept: Buffer[] = [];
  let changed = false;
  for (let at = 0; at < entries.length; at += FREQUENT_BYTES) {
    const entry = Buffer.from(entries.subarray(at, at + FREQUENT_BYTES));
    let left = 0;
    for (let byte = 0; byte < BITS_BYTES; byte += 1) {
      const before = entry[HASH_BYTES + byte] ?? 0;
      const after = before & (present[byte] ?? 0);
      entry[HASH_BYTES + byte] = after;
      if (after !== before) changed = true;
      left |= after;
    }
    if (left !== 0) kept.push(entry);
  }
  return changed ? Buffer.concat(kept) : null;
}

/** The packed entries of a block by bucket. */
export type Buckets = ReadonlyMap<number, Uint8Array>;

const NO_ENTRIES = new Uint8Array();

/**
 * Whether an index holds each entry of another one of the same block, so that no search misses what the other finds. It
 * may say more: it was made when the block had more payloads.
 */
export function holdsAllOf(stored: Buckets, made: Buckets): boolean {
  return [...made].every(([bucket, entries]) => {
    const held = stored.get(bucket) ?? NO_ENTRIES;
    if (Buffer.compare(held, entries) === 0) return true;
    if (bucket >= FREQUENT) return holdsBits(held, entries);
    return holdsPlaces(held, stored.get(bucket + FREQUENT) ?? NO_ENTRIES, entries);
  });
}

function holdsPlaces(stored: Uint8Array, frequent: Uint8Array, made: Uint8Array): boolean {
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
    const word = bytes.subarray(at, at + HASH_BYTES);
    const place = bytes.readUInt16BE(at + HASH_BYTES);
    const places = placesOf(stored, word);
    if (places === 'all' || places.has(place)) continue;
    const bits = place < BLOCK ? bitsIn(frequent, word) : null;
    if (bits === null || !hasBit(bits, place)) return false;
  }
  return true;
}

function holdsBits(stored: Uint8Array, made: Uint8Array): boolean {
  for (let at = 0; at < made.length; at += FREQUENT_BYTES) {
    const held = bitsIn(stored, Buffer.from(made.subarray(at, at + HASH_BYTES)));
    const bits = made.subarray(at + HASH_BYTES, at + FREQUENT_BYTES);
    if (held === null || bits.some((byte, place) => (byte & ~(held[place] ?? 0)) !== 0)) return false;
  }
  return true;
}
