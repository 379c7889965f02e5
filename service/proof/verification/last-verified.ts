/**
 * Up to where a chain was found sound, and what it takes to go on from there. It is no evidence: whoever can write to
 * the database can write this as well, and a full verification does not read it.
 */
import { type JsonObject, parseJson, TILE_WIDTH, treeBuilder } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { Removals } from './removals.ts';

export interface LastVerified {
  /** A whole number of tiles. */
  size: number;
  /** Of the artifact before that position, as hex. */
  hash: string;
  /** The state of a `treeBuilder` of that size. */
  tree: Uint8Array;
  /** Those stated up to then. */
  removals: Removals;
}

/** null where there is none, or none that can be gone on from. */
export async function readLastVerified(db: Database, chain: number): Promise<LastVerified | null> {
  const row = await db.selectFrom('verifications').selectAll().where('chain', '=', chain).executeTakeFirst();
  if (row === undefined || row.size % TILE_WIDTH !== 0) return null;
  try {
    if (treeBuilder(row.tree).size !== row.size) return null;
    // Written before a restore could be stated, it has none.
    const { pruned, redacted, acts, restores = [] } = parseJson(row.removals) as JsonObject;
    if (![pruned, redacted, acts, restores].every(Array.isArray)) return null;
    const removals = { pruned, redacted, acts, restores } as unknown as Removals;
    return { size: row.size, hash: Buffer.from(row.head_hash).toString('hex'), tree: row.tree, removals };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param isFull whether everything before was verified now, and not only what had come. */
export async function storeLastVerified(
  db: Database,
  chain: number,
  { size, hash, tree, removals }: LastVerified,
  nowMs: number,
  isFull: boolean,
): Promise<void> {
  const row = {
    size,
    head_hash: Buffer.from(hash, 'hex'),
    tree,
    removals: JSON.stringify(removals),
    verified_at: nowMs,
    ...(isFull ? { fully_verified_at: nowMs } : {}),
  };
  await db
    .insertInto('verifications')
    .values({ chain, ...row })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(row))
    .execute();
}
