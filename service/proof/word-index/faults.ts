/** Makes the index of each full block again from its payloads, and tells where the stored one differs to harm. */
import type { Database } from '../../database/open.ts';
import { rangesOf, sizeOf } from '../../evidence/reading/index.ts';
import { BLOCK, type Buckets, holdsAllOf, onlyPlaces } from './entries.ts';
import { indexBlock } from './index-block.ts';
import { blocksOfRules } from './rules.ts';
import { indexedBlocks, placesWithPayload, storedIndex, storedSubjectSecret } from './word-index.ts';

const BLOCKS_AT_ONCE = 64;

export interface CheckedBlock {
  /** Its first position. */
  position: number;
  /** One sentence; null if the index is sound. */
  fault: string | null;
}

interface Indexed {
  chain: number;
  secret: Uint8Array;
}

/**
 * Each block whose index searches and erasures believe. They read the payloads of all other blocks. Entries that say too
 * much about a payload are harmless, because each find is compared with it.
 */
export async function* checkIndex(db: Database, chain: number): AsyncGenerator<CheckedBlock, void> {
  const secret = await storedSubjectSecret(db);
  if (secret === undefined) return;
  for await (const { from, to } of rangesOf(await indexedBlocks(db, chain), BLOCKS_AT_ONCE)) {
    const believed = await blocksOfRules(db, { chain, secret }, from, to);
    for (const block of [...believed].sort((one, other) => one - other))
      yield { position: block * BLOCK, fault: await faultOf(db, { chain, secret }, block) };
  }
}

async function faultOf(db: Database, { chain, secret }: Indexed, block: number): Promise<string | null> {
  if ((block + 1) * BLOCK > (await sizeOf(db, chain)))
    return `Block ${block} has an index of words, but is not full.`;
  const stored = await storedIndex(db, chain, block);
  const { entries } = await indexBlock(db, { kind: 'index', chain, secret, block });
  if (!holdsAllOf(stored, new Map(entries))) return `The index of words of block ${block} hides a record.`;
  return namesOnly(stored, await placesWithPayload(db, chain, block))
    ? null
    : `The index of words of block ${block} still has words of payloads that are gone.`;
}

function namesOnly(stored: Buckets, present: ReadonlySet<number>): boolean {
  return [...stored].every(([bucket, entries]) => onlyPlaces(entries, bucket, present) === null);
}
