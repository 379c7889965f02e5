/** The index of words: which blocks have one, the chore that makes it, and the removal of a payload's words. */
import { installationSecret, storedSecret } from '../../database/installation/installation-secret.ts';
import { type LeaseDeps, leasedChore, type MayContinue } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import { payloadsIn } from '../../evidence/reading/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import { BLOCK, type Buckets, onlyPlaces } from './entries.ts';
import type { Lookers } from './lookers.ts';
import { blocksOfRules } from './rules.ts';

const SECRET = 'erasure subjects';
const EVERY_MS = 5000;
const LEASE_MS = 120_000;

export interface IndexDeps extends LeaseDeps {
  fillRandom: FillRandom;
  lookers: Lookers;
}

/** Made at its first use; the same on all nodes, and never changed. */
export function subjectSecret({ db, fillRandom }: Pick<IndexDeps, 'db' | 'fillRandom'>): Promise<Uint8Array> {
  return installationSecret(db, fillRandom, SECRET);
}

/** undefined as long as there is no index. */
export function storedSubjectSecret(db: Database): Promise<Uint8Array | undefined> {
  return storedSecret(db, SECRET);
}

/** The number of blocks, counted from the first, that have an index. */
export async function indexedBlocks(db: Database, chain: number): Promise<number> {
  const row = await db
    .selectFrom('value_blocks')
    .select('block')
    .where('chain', '=', chain)
    .where('bucket', '=', 0)
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : row.block + 1;
}

export function valueIndexer(deps: IndexDeps): Chore {
  const indexed = new Map<number, number>();
  return leasedChore(deps, {
    name: 'index the words of evidence',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue) {
      const chains = await deps.db
        .selectFrom('chains')
        .select(['chain', 'size'])
        .where('size', '>=', BLOCK)
        .execute();
      for (const { chain, size } of chains) {
        const full = Math.floor(size / BLOCK);
        if (indexed.get(chain) === full) continue;
        if (!indexed.has(chain) && !(await makeAnew(deps, chain, mayContinue))) return;
        for (let block = await indexedBlocks(deps.db, chain); block < full; block += 1) {
          if (!(await mayContinue())) return;
          await addBlock(deps, chain, block);
        }
        indexed.set(chain, full);
      }
    },
  });
}

const BLOCKS_AT_ONCE = 64;

/** Indexes blocks of earlier rules or another secret again. @returns false if it may not continue. */
async function makeAnew(deps: IndexDeps, chain: number, mayContinue: MayContinue): Promise<boolean> {
  const { db } = deps;
  const all = await indexedBlocks(db, chain);
  const secret = await subjectSecret(deps);
  for (let first = 0; first < all; first += BLOCKS_AT_ONCE) {
    const end = Math.min(all, first + BLOCKS_AT_ONCE);
    const believed = await blocksOfRules(db, { chain, secret }, first, end);
    for (let block = first; block < end; block += 1) {
      if (believed.has(block)) continue;
      if (!(await mayContinue())) return false;
      await db.deleteFrom('value_blocks').where('chain', '=', chain).where('block', '=', block).execute();
      await addBlock(deps, chain, block);
    }
  }
  return true;
}

async function addBlock({ db, fillRandom, lookers }: IndexDeps, chain: number, block: number): Promise<void> {
  const secret = await subjectSecret({ db, fillRandom });
  const { entries, payloads } = await lookers.index({ chain, secret, block });
  await db
    .insertInto('value_blocks')
    .values(entries.map(([bucket, packed]) => ({ chain, bucket, block, entries: packed })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Some payloads may have been removed while the block was read.
  if ((await placesWithPayload(db, chain, block)).size < payloads) await forgetInBlock(db, chain, block);
}

/** Removes from the index the artifacts from `first` up to `end` (exclusive) whose payload is gone. */
export async function forgetWords(db: Database, chain: number, first: number, end: number): Promise<void> {
  const last = Math.min(Math.ceil(end / BLOCK), await indexedBlocks(db, chain));
  for (let block = Math.floor(first / BLOCK); block < last; block += 1) await forgetInBlock(db, chain, block);
}

/**
 * The index of a block as it is stored; empty if it has none. Given the block itself, SQLite reads the index of the
 * whole chain (35 ms behind 200,000 artifacts, and longer behind more); given bounds, it finds the block (3 ms).
 */
export async function storedIndex(db: Database, chain: number, block: number): Promise<Buckets> {
  const rows = await db
    .selectFrom('value_blocks')
    .select(['bucket', 'entries'])
    .where('chain', '=', chain)
    .where('block', '>=', block)
    .where('block', '<', block + 1)
    .execute();
  return new Map(rows.map(({ bucket, entries }) => [bucket, entries]));
}

async function forgetInBlock(db: Database, chain: number, block: number): Promise<void> {
  const present = await placesWithPayload(db, chain, block);
  for (const [bucket, entries] of await storedIndex(db, chain, block)) {
    const left = onlyPlaces(entries, bucket, present);
    if (left === null) continue;
    const place = { chain, bucket, block };
    const replaced = db.updateTable('value_blocks').set({ entries: left });
    const deleted = db.deleteFrom('value_blocks');
    // The first bucket says that the block has an index.
    if (left.length === 0 && bucket > 0) await deleted.where((row) => row.and(place)).execute();
    else await replaced.where((row) => row.and(place)).execute();
  }
}

/** The places in the block whose payload is still kept. */
export async function placesWithPayload(db: Database, chain: number, block: number): Promise<Set<number>> {
  const payloads = payloadsIn(db, chain, block * BLOCK, (block + 1) * BLOCK);
  const rows = await payloads.select('position').execute();
  return new Set(rows.map(({ position }) => position - block * BLOCK));
}
