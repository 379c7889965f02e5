/** Runs on the thread that reads payloads: makes the index of a block. */
import type { Database } from '../../database/open.ts';
import { artifactsAndPayloads } from '../../evidence/reading/index.ts';
import { ANY_WORD, BLOCK, bitsOf, packWords, placesIn, setBit, termWord } from './entries.ts';
import { readJson } from './look.ts';
import { termsIn } from './terms.ts';
import { textsIn, wordsOf } from './words.ts';

export interface IndexQuestion {
  kind: 'index';
  chain: number;
  secret: Uint8Array;
  block: number;
}

export interface BlockIndex {
  /** How many payloads it was made from. */
  payloads: number;
  /** By bucket. */
  entries: [bucket: number, entries: Uint8Array][];
}

const PAYLOADS_AT_ONCE = 64;

export async function indexBlock(db: Database, { chain, secret, block }: IndexQuestion): Promise<BlockIndex> {
  const words = new BlockWords();
  let payloads = 0;
  for await (const { position, action, payload } of eachPayload(
    db,
    chain,
    block * BLOCK,
    (block + 1) * BLOCK,
  )) {
    payloads += 1;
    const place = position - block * BLOCK;
    const read = readJson(payload);
    if (read === undefined) words.addTo(ANY_WORD, place);
    else {
      words.addTexts(place, textsIn([action, read]));
      for (const term of termsIn({ action, payload: read })) words.addTo(termWord(term), place);
    }
  }
  return { payloads, entries: [...packWords(secret, chain, words.places())] };
}

/** A payload with more words is read in each search for words. */
const MAX_WORDS = 1000;
/** Texts that are remembered until their words are noted. */
const MAX_KNOWN = 5000;
const MAX_KNOWN_LENGTH = 300;
/** More places of a word take less room as bits. */
const FEW = 32;

interface KnownText {
  words: readonly string[];
  /** Where it stands, and its words have yet to be noted. */
  places: number[];
  /** Left out of the memory of texts, since it is long. */
  isLong: boolean;
}

/** The words of a block. Most texts stand in many payloads, so their words are noted once for all of them. */
class BlockWords {
  /** One place, a few, or a bit for each: a payload may have a thousand words of its own. */
  readonly #places = new Map<string, number | number[] | Uint8Array>();
  readonly #known = new Map<string, KnownText>();

  addTo(word: string, place: number): void {
    const held = this.#places.get(word);
    if (held === undefined) this.#places.set(word, place);
    else if (held instanceof Uint8Array) setBit(held, place);
    else if (typeof held === 'number') {
      if (held !== place) this.#places.set(word, [held, place]);
    } else if (held.length === FEW) this.#places.set(word, bitsOf([...held, place]));
    else if (!held.includes(place)) held.push(place);
  }

  /** @param texts of one payload. */
  addTexts(place: number, texts: readonly string[]): void {
    const own = this.#knownTexts(texts);
    if (own === null) this.addTo(ANY_WORD, place);
    for (const { words, places, isLong } of own ?? []) {
      if (isLong) for (const word of words) this.addTo(word, place);
      else if (places.at(-1) !== place) places.push(place);
    }
    if (this.#known.size > MAX_KNOWN) this.#note();
  }

  /** null if they have too many words, which are counted one by one only where there may be too many. */
  #knownTexts(texts: readonly string[]): KnownText[] | null {
    const own: KnownText[] = [];
    const distinct = new Set<string>();
    let most = 0;
    for (const text of texts) {
      const known = this.#textOf(text);
      own.push(known);
      most += known.words.length;
      if (most <= MAX_WORDS) continue;
      for (const { words } of distinct.size === 0 ? own : [known])
        for (const word of words) distinct.add(word);
      if (distinct.size > MAX_WORDS) return null;
    }
    return own;
  }

  places(): Map<string, number[]> {
    this.#note();
    const all = new Map<string, number[]>();
    for (const [word, held] of this.#places)
      all.set(word, held instanceof Uint8Array ? placesIn(held) : [held].flat());
    return all;
  }

  #textOf(text: string): KnownText {
    const before = this.#known.get(text);
    if (before !== undefined) return before;
    const known = { words: wordsOf(text), places: [], isLong: text.length > MAX_KNOWN_LENGTH };
    if (!known.isLong) this.#known.set(text, known);
    return known;
  }

  #note(): void {
    for (const { words, places } of this.#known.values())
      for (const word of words) for (const place of places) this.addTo(word, place);
    this.#known.clear();
  }
}

async function* eachPayload(db: Database, chain: number, first: number, end: number) {
  for (let from = first; from < end; ) {
    const rows = await artifactsAndPayloads(db, chain)
      .select(['artifacts.position', 'artifacts.action', 'artifact_payloads.payload'])
      .where('artifacts.position', '>=', from)
      .where('artifacts.position', '<', end)
      .orderBy('artifacts.position')
      .limit(PAYLOADS_AT_ONCE)
      .execute();
    yield* rows;
    if (rows.length < PAYLOADS_AT_ONCE) return;
    from = (rows.at(-1)?.position ?? end) + 1;
  }
}
