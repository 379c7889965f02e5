/**
 * Reads long runs of artifacts in the order of their positions, over a connection of its own: for the threads that
 * verify, export and recompute, which must not stand in the way of requests.
 */
import type { DatabaseLocation } from './location.ts';
import type { ArtifactPayloadsTable, ArtifactsTable } from './tables/index.ts';

/** An artifact as it is stored. Salt and payload are null where there is no row of them. */
export interface StoredArtifact extends ArtifactsTable {
  salt: ArtifactPayloadsTable['salt'] | null;
  payload: ArtifactPayloadsTable['payload'] | null;
}

/** The leaf of an artifact, its hashes as 64 lower-case hex digits: half the cost of bytes. */
export interface StoredLeaf
  extends Omit<ArtifactsTable, 'chain' | 'payload_commitment' | 'previous_hash' | 'hash'> {
  /** These three are empty where what is stored is not 32 bytes. */
  payload_commitment: string;
  previous_hash: string;
  hash: string;
}

/**
 * Called for each payload. `sealed` is the salt and the payload end to end, which is what the commitment is the hash
 * of; null where what is stored is not a salt of 32 bytes and a payload. The bytes are the callee's only until it
 * returns.
 */
export type TakeSealed = (position: number, sealed: Uint8Array | null) => void;

export interface StoredTile {
  tile: number;
  hashes: Uint8Array;
}

/** Positions are from `start` up to, not including, `end`; what is missing is left out, and is for the caller to notice. */
export interface EvidenceReader {
  /** The artifacts of the chain, ascending, a page at a time. */
  pages(chain: number, start: number, end: number): AsyncIterable<StoredArtifact[]>;
  /** The leaves alone, ascending, all at once. */
  leaves(chain: number, start: number, end: number): Promise<StoredLeaf[]>;
  /** The payloads alone, ascending, one by one. */
  payloads(chain: number, start: number, end: number, take: TakeSealed): Promise<void>;
  /** The stored tiles of a level, from `start` up to, not including, `end`, ascending. */
  tiles(chain: number, level: number, start: number, end: number): Promise<StoredTile[]>;
  close(): Promise<void>;
}

export async function openEvidenceReader(location: DatabaseLocation): Promise<EvidenceReader> {
  if (location.kind === 'sqlite') {
    return (await import('./sqlite/evidence-reader.ts')).openSqliteEvidenceReader(location.path);
  }
  return (await import('./postgres/evidence-reader.ts')).openPostgresEvidenceReader(location.url);
}
