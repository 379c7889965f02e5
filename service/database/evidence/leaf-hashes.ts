/**
 * Reads the leaf hashes of a run of artifacts as one value, so that thousands of rows do not become thousands of objects
 * on their way to the event loop.
 */
import { sql } from 'kysely';
import type { DatabaseLocation } from '../location.ts';
import type { Database } from '../open.ts';

export interface LeafHashes {
  /** Concatenated, 32 bytes each; fewer if artifacts are missing. */
  hashes: Uint8Array;
  /** The `previous_hash` of the first artifact; null if that artifact is missing. */
  previousHash: Uint8Array | null;
}

/** The hashes from position `start` up to `end` (exclusive). */
export async function readLeafHashes(
  db: Database,
  kind: DatabaseLocation['kind'],
  chain: number,
  start: number,
  end: number,
): Promise<LeafHashes> {
  // SQLite can join text, but not bytes.
  const joined =
    kind === 'sqlite'
      ? sql<string | null>`group_concat(hex(hash), '' ORDER BY position)`
      : sql<Uint8Array | null>`string_agg(hash, ''::bytea ORDER BY position)`;
  const { rows } = await sql<{ hashes: string | Uint8Array | null; previous_hash: Uint8Array | null }>`
    SELECT ${joined} AS hashes,
      (SELECT previous_hash FROM artifacts WHERE chain = ${chain} AND position = ${start}) AS previous_hash
    FROM artifacts WHERE chain = ${chain} AND position >= ${start} AND position < ${end}`.execute(db);
  const [row] = rows;
  const hashes = row?.hashes ?? new Uint8Array(0);
  return {
    hashes: typeof hashes === 'string' ? Buffer.from(hashes, 'hex') : hashes,
    previousHash: row?.previous_hash ?? null,
  };
}
