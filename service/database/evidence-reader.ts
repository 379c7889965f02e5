/**
 * Reads long runs of artifacts in the order of their positions, over a connection of its own: for the threads that
 * verify, export and recompute, which must not stand in the way of requests.
 */
import type { DatabaseLocation } from './location.ts';
import type { ArtifactPayloadsTable, ArtifactsTable } from './tables.ts';

/** An artifact as it is stored. Salt and payload are null where there is no row of them. */
export interface StoredArtifact extends ArtifactsTable {
  salt: ArtifactPayloadsTable['salt'] | null;
  payload: ArtifactPayloadsTable['payload'] | null;
}

export interface EvidenceReader {
  /**
   * The artifacts of the chain from position `start` up to, not including, `end`, ascending, a page at a time. One
   * that is missing is left out: it is for the caller to notice.
   */
  pages(chain: number, start: number, end: number): AsyncIterable<StoredArtifact[]>;
  close(): Promise<void>;
}

export async function openEvidenceReader(location: DatabaseLocation): Promise<EvidenceReader> {
  if (location.kind === 'sqlite') {
    return (await import('./sqlite-evidence-reader.ts')).openSqliteEvidenceReader(location.path);
  }
  return (await import('./postgres-evidence-reader.ts')).openPostgresEvidenceReader(location.url);
}
