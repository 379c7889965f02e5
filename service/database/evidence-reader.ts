/**
 * Reads long runs of artifacts in the order of their positions over a separate connection, for the threads that verify,
 * export and recompute, which must not block requests. Loads only the driver in use.
 */

import type { EvidenceReader } from './evidence/stored-evidence.ts';
import { damageMet, tellingOf } from './files/damage.ts';
import type { DatabaseLocation } from './location.ts';

export async function openEvidenceReader(location: DatabaseLocation): Promise<EvidenceReader> {
  if (location.kind === 'sqlite') {
    return (await import('./sqlite/evidence-reader.ts')).openSqliteEvidenceReader(location.path);
  }
  return (await import('./postgres/evidence-reader.ts')).openPostgresEvidenceReader(location.url);
}

/**
 * For a thread that does not handle damage itself: damage is reported to the thread that raises the alarms, and the
 * read fails.
 */
export async function openTellingReader(location: DatabaseLocation): Promise<EvidenceReader> {
  const reader = await openEvidenceReader(location);
  const onDamage = tellingOf(location);
  const failure = (error: unknown) => (reader.isDamaged(error) ? damageMet(error, onDamage) : error);
  const telling = <T>(read: Promise<T>): Promise<T> =>
    read.catch((error: unknown) => {
      throw failure(error);
    });
  return {
    ...reader,
    async *pages(...range) {
      try {
        yield* reader.pages(...range);
      } catch (error) {
        throw failure(error);
      }
    },
    leaves: (...range) => telling(reader.leaves(...range)),
    payloads: (...range) => telling(reader.payloads(...range)),
    tiles: (...range) => telling(reader.tiles(...range)),
  };
}
