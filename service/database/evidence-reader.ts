/**
 * Reads long runs of artifacts in the order of their positions over a separate connection, for the threads that verify,
 * export and recompute, which must not block requests. Loads only the driver in use.
 */
import type { DatabaseLocation } from './location.ts';
import type { EvidenceReader } from './stored-evidence.ts';

export async function openEvidenceReader(location: DatabaseLocation): Promise<EvidenceReader> {
  if (location.kind === 'sqlite') {
    return (await import('./sqlite/evidence-reader.ts')).openSqliteEvidenceReader(location.path);
  }
  return (await import('./postgres/evidence-reader.ts')).openPostgresEvidenceReader(location.url);
}
