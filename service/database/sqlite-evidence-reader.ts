/** Reads runs of artifacts from the embedded database. */
import type { EvidenceReader, StoredArtifact } from './evidence-reader.ts';
import { openSqliteFile } from './sqlite-file.ts';

const PAGE_ROWS = 1024;

/** @param path of the database file, already migrated. */
export function openSqliteEvidenceReader(path: string): EvidenceReader {
  const database = openSqliteFile(path);
  const page = database.prepare(
    `SELECT a.*, p.salt, p.payload FROM artifacts a LEFT JOIN artifact_payloads p USING (chain, position)
       WHERE a.chain = ? AND a.position >= ? AND a.position < ? ORDER BY a.position`,
  );
  return {
    async *pages(chain, start, end) {
      for (let from = start; from < end; from += PAGE_ROWS) {
        const rows = page.all(chain, from, Math.min(from + PAGE_ROWS, end));
        if (rows.length > 0) yield rows as unknown as StoredArtifact[];
      }
    },
    async close() {
      database.close();
    },
  };
}
