/** The positions of a chain, newest first, where the indexes do not rule out what is sought. */
import type { Database } from '../../database/open.ts';
import {
  type ArtifactFilter,
  rangeOfBlocks,
  summarisedPositions,
  takesAll,
  type View,
} from '../../evidence/search/index.ts';
import {
  ANY_WORD,
  BLOCK,
  bitsIn,
  bitsOf,
  FREQUENT,
  hasBit,
  placesOf,
  termWord,
  wordHash,
} from './entries.ts';
import { blocksOfRules } from './rules.ts';

export interface Sought {
  chain: number;
  secret: Uint8Array;
  /** All of them, as `termOf` writes them. */
  terms: readonly string[];
  /** All of them. */
  words: readonly string[];
  filter: ArtifactFilter;
  view: View;
  /** The number of blocks from the first on that have an index. Everything after them is a candidate. */
  indexed: number;
}

export interface Stretch {
  /** The lowest position that was considered. */
  to: number;
  /** How many blocks of an index were read for it. */
  blocks: number;
  /** Newest first. */
  candidates: number[];
}

const FIRST_BLOCKS = 4;
const MOST_BLOCKS = 256;
const EVERYWHERE = new Uint8Array(BLOCK / 8).fill(0xff);
const NOWHERE = new Uint8Array(BLOCK / 8);

/** All positions that are in no stretch, down to the beginning of the chain, are ruled out too. */
export async function* stretchesOf(db: Database, sought: Sought): AsyncGenerator<Stretch, void> {
  const { view, filter } = sought;
  const isNarrowed = !takesAll(filter);
  const range = isNarrowed ? await rangeOfBlocks(db, view, filter) : { first: 0, last: view.blocks - 1 };
  const lowest = range?.first ?? view.blocks;
  let atOnce = FIRST_BLOCKS;
  for (let end = Math.ceil(view.end / BLOCK); end > lowest; ) {
    if (end <= view.blocks) end = Math.min(end, (range?.last ?? -1) + 1);
    // A stretch lies on one side of the summarised blocks.
    const first = Math.max(end > view.blocks ? view.blocks : lowest, end - atOnce);
    const bits = await bitsByBlock(db, sought, { first, end }, isNarrowed && end <= view.blocks);
    yield { to: first * BLOCK, blocks: end - first, candidates: positionsOf(bits, { first, end }, view.end) };
    end = first;
    atOnce = Math.min(2 * atOnce, MOST_BLOCKS);
  }
}

interface Blocks {
  first: number;
  /** Exclusive. */
  end: number;
}

function positionsOf(bits: ReadonlyMap<number, Uint8Array>, { first, end }: Blocks, below: number): number[] {
  const positions: number[] = [];
  for (let block = end - 1; block >= first; block -= 1) {
    const held = bits.get(block) ?? EVERYWHERE;
    if (held === NOWHERE) continue;
    for (let place = BLOCK - 1; place >= 0; place -= 1) {
      const position = block * BLOCK + place;
      if (position < below && hasBit(held, place)) positions.push(position);
    }
  }
  return positions;
}

async function bitsByBlock(
  db: Database,
  sought: Sought,
  { first, end }: Blocks,
  isSummarised: boolean,
): Promise<Map<number, Uint8Array>> {
  const byIndex = await bitsByIndex(db, sought, { first, end: Math.min(end, sought.indexed) });
  if (!isSummarised) return byIndex;
  const blocks = Array.from({ length: end - first }, (_, at) => first + at);
  const positions = await summarisedPositions(db, sought.view, sought.filter, blocks);
  const bySummary = Map.groupBy(positions, (position) => Math.floor(position / BLOCK));
  return new Map(
    blocks.map((block) => {
      const places = bySummary.get(block)?.map((position) => position % BLOCK);
      return [
        block,
        places === undefined ? NOWHERE : allOf([byIndex.get(block) ?? EVERYWHERE, bitsOf(places)]),
      ];
    }),
  );
}

/** A block whose index can't be trusted is left out: all of it is read. */
async function bitsByIndex(
  db: Database,
  { chain, secret, terms, words }: Sought,
  { first, end }: Blocks,
): Promise<Map<number, Uint8Array>> {
  const bits = new Map<number, Uint8Array>();
  if (first >= end) return bits;
  const hasText = words.length > 0;
  const placesIn = (word: string) => placesInBlocks(db, { chain, secret, word }, { first, end });
  const trusted = await blocksOfRules(db, { chain, secret }, first, end);
  const byTerm = await Promise.all(terms.map((term) => placesIn(termWord(term))));
  const byWord = await Promise.all(words.map(placesIn));
  const unread = hasText ? await placesIn(ANY_WORD) : new Map<number, Uint8Array>();
  for (const block of trusted) {
    const inBlock = (places: ReadonlyMap<number, Uint8Array>) => places.get(block) ?? NOWHERE;
    const text = anyOf(allOf(byWord.map(inBlock)), inBlock(unread));
    bits.set(block, allOf([...byTerm.map(inBlock), ...(hasText ? [text] : [])]));
  }
  return bits;
}

/** The places of a word by block, one bit each; blocks without it are left out. */
async function placesInBlocks(
  db: Database,
  { chain, secret, word }: { chain: number; secret: Uint8Array; word: string },
  { first, end }: Blocks,
): Promise<Map<number, Uint8Array>> {
  const { bucket, bytes } = wordHash(secret, chain, word);
  const rows = await db
    .selectFrom('value_blocks')
    .select(['block', 'bucket', 'entries'])
    .where('chain', '=', chain)
    .where('bucket', 'in', [bucket, bucket + FREQUENT])
    .where('block', '>=', first)
    .where('block', '<', end)
    .execute();
  const found = new Map<number, Uint8Array>();
  for (const { block, bucket: of, entries } of rows) {
    const places = of >= FREQUENT ? bitsIn(entries, bytes) : placesOf(entries, bytes);
    if (places === 'all') found.set(block, EVERYWHERE);
    else if (places instanceof Uint8Array) found.set(block, places);
    else if (places !== null && places.size > 0) found.set(block, bitsOf(places));
  }
  return found;
}

function allOf(sets: readonly Uint8Array[]): Uint8Array {
  const [first = EVERYWHERE, ...others] = sets;
  if (others.length === 0) return first;
  return sets.includes(NOWHERE)
    ? NOWHERE
    : first.map((byte, at) => others.reduce((left, bits) => left & (bits[at] ?? 0), byte));
}

function anyOf(one: Uint8Array, other: Uint8Array): Uint8Array {
  return other === NOWHERE ? one : one.map((byte, at) => byte | (other[at] ?? 0));
}
