/** Runs on the thread that reads payloads: searches for a subject. */

import { parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { artifactsAndPayloads } from '../../evidence/reading/index.ts';
import { HELD_BY, holdsInForce } from '../holds/hold.ts';
import { ANY_WORD, BLOCK, placesOf, wordHash } from './entries.ts';
import { type Finding, type Found, summedUp } from './finding.ts';
import { blocksOfRules } from './rules.ts';
import { namesSubject, textsIn, wordsOf } from './words.ts';

export interface FindQuestion {
  kind: 'find';
  chain: number;
  secret: Uint8Array;
  subject: string;
  /** The number of blocks from the first on that have an index. Everything after them up to `end` is read. */
  indexed: number;
  end: number;
}

const PAYLOADS_AT_ONCE = 64;
const BLOCKS_AT_ONCE = 64;
/** undefined for one that is not JSON. */
export function readJson(payload: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
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
  const believed = await blocksOfRules(db, { chain, secret }, first, end);
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
    const isNamed = read === undefined ? names(text) : textsIn(read).some(names);
    return isNamed ? [{ ...row, inLeaf: names(row.action ?? '') || names(row.actor) }] : [];
  });
}
