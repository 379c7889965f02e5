/** Stored evidence, and the interface of its readers, one for each database. */
import type { ArtifactPayloadsTable, ArtifactsTable } from '../tables/index.ts';

/** A stored artifact. Salt and payload are null if they have no row. */
export interface StoredArtifact extends ArtifactsTable {
  salt: ArtifactPayloadsTable['salt'] | null;
  payload: ArtifactPayloadsTable['payload'] | null;
}

/** The leaf of an artifact, its hashes as 64 lower-case hex digits: half the cost of bytes. */
export interface StoredLeaf
  extends Omit<ArtifactsTable, 'chain' | 'payload_commitment' | 'previous_hash' | 'hash'> {
  /** These three are empty if the stored value does not have 32 bytes. */
  payload_commitment: string;
  previous_hash: string;
  hash: string;
}

/**
 * Called for each payload. `sealed` is the salt followed by the payload: the commitment is the hash of both. It is null
 * if the stored row is not a salt of 32 bytes and a payload. The callee may use the bytes only until it returns.
 */
export type OnSealed = (position: number, sealed: Uint8Array | null) => void;

export interface StoredTile {
  tile: number;
  hashes: Uint8Array;
}

/** Positions run from `start` to `end` (exclusive). Missing ones are left out, and the caller must check for that. */
export interface EvidenceReader {
  /** The artifacts of the chain, in ascending order, a page at a time. */
  pages(chain: number, start: number, end: number): AsyncIterable<StoredArtifact[]>;
  /** Only the leaves, in ascending order, all at once. */
  leaves(chain: number, start: number, end: number): Promise<StoredLeaf[]>;
  /** Only the payloads, in ascending order, one by one. */
  payloads(chain: number, start: number, end: number, take: OnSealed): Promise<void>;
  /** The stored tiles of a level, from `start` to `end` (exclusive), in ascending order. */
  tiles(chain: number, level: number, start: number, end: number): Promise<StoredTile[]>;
  /** Whether the error says that the stored data is damaged. */
  isDamaged(error: unknown): boolean;
  close(): Promise<void>;
}
