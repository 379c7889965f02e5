/**
 * The position up to which a chain was found sound, and the state to continue from there. It is not evidence: an
 * attacker who can write to the database can write this too, and a full verification does not read it.
 */
import { type JsonObject, parseJson, TILE_WIDTH, treeBuilder } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { Removals } from './removals.ts';

export interface LastVerified {
  /** A whole number of tiles. */
  size: number;
  /** The hash of the artifact before that position, as hex. */
  hash: string;
  /** The state of a `treeBuilder` of that size. */
  tree: Uint8Array;
  /** The removals stated up to that position. */
  removals: Removals;
}

/** null if there is none that can be continued. */
export async function readLastVerified(db: Database, chain: number): Promise<LastVerified | null> {
  const row = await db.selectFrom('verifications').selectAll().where('chain', '=', chain).executeTakeFirst();
  if (row === undefined || row.size % TILE_WIDTH !== 0) return null;
  try {
    if (treeBuilder(row.tree).size !== row.size) return null;
    // A row from before restores could be stated has no restores.
    const { pruned, redacted, acts, restores = [] } = parseJson(row.removals) as JsonObject;
    if (![pruned, redacted, acts, restores].every(Array.isArray)) return null;
    const removals = { pruned, redacted, acts, restores } as unknown as Removals;
    return { size: row.size, hash: Buffer.from(row.head_hash).toString('hex'), tree: row.tree, removals };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param isFull whether the whole chain was verified now, and not only its new part. */
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
