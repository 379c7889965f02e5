/** Runs on the thread that reads payloads: indexes a block, and searches for a subject. */

import { parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { artifactsAndPayloads } from '../../evidence/reading/index.ts';
import { HELD_BY, holdsInForce } from '../holds/hold.ts';
import { ANY_WORD, BLOCK, packWords, placesOf, termWord, WORD_RULES, wordHash } from './entries.ts';
import { type Finding, type Found, summedUp } from './finding.ts';
import { blocksOfRules } from './rules.ts';
import { termsIn } from './terms.ts';
import { namesSubject, textsIn, wordsOf } from './words.ts';

export interface IndexQuestion {
  kind: 'index';
  chain: number;
  secret: Uint8Array;
  block: number;
}

export interface FindQuestion {
  kind: 'find';
  chain: number;
  secret: Uint8Array;
  subject: string;
  /** The number of blocks from the first on that have an index. Everything after them up to `end` is read. */
  indexed: number;
  end: number;
}

export interface BlockIndex {
  /** How many payloads it was made from. */
  payloads: number;
  /** By bucket. */
  entries: [bucket: number, entries: Uint8Array][];
}

const PAYLOADS_AT_ONCE = 64;
const BLOCKS_AT_ONCE = 64;
/** A payload with more words is read in each search for words. */
const MAX_WORDS = 1000;
/** Texts whose words are remembered within a block. */
const MAX_KNOWN = 5000;
const MAX_KNOWN_LENGTH = 300;

export async function indexBlock(db: Database, { chain, secret, block }: IndexQuestion): Promise<BlockIndex> {
  const places = new Map<string, number[]>();
  const note = (word: string, place: number) => {
    const held = places.get(word);
    if (held === undefined) places.set(word, [place]);
    else held.push(place);
  };
  const known = new Map<string, readonly string[]>();
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
    const words = read === undefined ? null : wordsIn([action, read], known);
    if (words === null) note(ANY_WORD, place);
    else for (const word of words) note(word, place);
    if (read === undefined) continue;
    for (const term of termsIn({ action, payload: read })) note(termWord(term), place);
  }
  return { payloads, entries: [...packWords(secret, chain, places)] };
}

/** Most texts also occur in the payload before. @returns null for one that has too many words. */
function wordsIn(read: unknown, known: Map<string, readonly string[]>): Set<string> | null {
  const words = new Set<string>();
  for (const text of textsIn(read)) {
    const before = known.get(text);
    const its = before ?? wordsOf(text);
    if (before === undefined && text.length <= MAX_KNOWN_LENGTH) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(text, its);
    }
    for (const word of its) words.add(word);
    if (words.size > MAX_WORDS) return null;
  }
  return words;
}

/** undefined for one that is not JSON. */
export function readJson(payload: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
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

/** Finds the records that name the subject, and then compares them with the legal holds in force. */
export async function findSubject(db: Database, question: FindQuestion): Promise<Finding> {
  const found = await everyThatNames(db, question);
  return summedUp(found, await holdsInForce(db, question.chain));
}

/** Every artifact whose payload names the subject, in the order of the chain. */
async function everyThatNames(db: Database, question: FindQuestion): Promise<Found[]> {
  const { chain, subject, indexed, end } = question;
  const names = namesSubject(subject);
  const found: Found[] = [];
  const look = async (positions: readonly number[]) => {
    found.push(...(await thoseThatName(db, chain, positions, names)));
  };
  for (let block = 0; block < indexed; block += BLOCKS_AT_ONCE) {
    const places = await candidates(db, question, block, Math.min(indexed, block + BLOCKS_AT_ONCE));
    for (let from = 0; from < places.length; from += PAYLOADS_AT_ONCE) {
      await look(places.slice(from, from + PAYLOADS_AT_ONCE));
    }
  }
  for (let from = indexed * BLOCK; from < end; from += PAYLOADS_AT_ONCE) {
    const many = Math.min(PAYLOADS_AT_ONCE, end - from);
    await look(Array.from({ length: many }, (_, at) => from + at));
  }
  return found;
}

/** Positions of the blocks from `first` up to `end` where all words of the subject may occur. */
async function candidates(
  db: Database,
  { chain, secret, subject }: FindQuestion,
  first: number,
  end: number,
): Promise<number[]> {
  const words = new Set(wordsOf(subject));
  const byWord = await Promise.all(
    [ANY_WORD, ...words].map((word) => placesOfWord(db, { chain, secret, word }, first, end)),
  );
  const [any, ...each] = byWord;
  const believed = await blocksOfRules(db, { chain, secret }, first, end, [WORD_RULES]);
  const positions: number[] = [];
  for (let block = first; block < end; block += 1) {
    const always = any?.get(block);
    const together = each.map((places) => places.get(block) ?? new Set<number>());
    for (let place = 0; place < BLOCK; place += 1) {
      const hasAll = together.every((places) => places === 'all' || places.has(place));
      if (hasAll || !believed.has(block) || (always instanceof Set && always.has(place)))
        positions.push(block * BLOCK + place);
    }
  }
  return positions;
}

async function placesOfWord(
  db: Database,
  { chain, secret, word }: { chain: number; secret: Uint8Array; word: string },
  first: number,
  end: number,
): Promise<Map<number, Set<number> | 'all'>> {
  const { bucket, bytes } = wordHash(secret, chain, word);
  const rows = await db
    .selectFrom('value_blocks')
    .select(['block', 'entries'])
    .where('chain', '=', chain)
    .where('bucket', '=', bucket)
    .where('block', '>=', first)
    .where('block', '<', end)
    .execute();
  return new Map(rows.map(({ block, entries }) => [block, placesOf(entries, bytes)]));
}

async function thoseThatName(
  db: Database,
  chain: number,
  positions: readonly number[],
  names: (text: string) => boolean,
): Promise<Found[]> {
  if (positions.length === 0) return [];
  const rows = await artifactsAndPayloads(db, chain)
    .select([...HELD_BY, 'artifacts.position', 'payload'])
    .where('artifacts.position', 'in', positions)
    .orderBy('artifacts.position')
    .execute();
  return rows.flatMap(({ payload, ...row }) => {
    const text = Buffer.from(payload).toString('utf8');
    const read = readJson(payload);
    const isNamed = read === undefined ? names(text) : [...textsIn(read)].some(names);
    return isNamed ? [{ ...row, inLeaf: names(row.action ?? '') || names(row.actor) }] : [];
  });
}
