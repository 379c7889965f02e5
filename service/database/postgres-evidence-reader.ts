/** Reads runs of artifacts from a PostgreSQL. */
import pg from 'pg';
import type { EvidenceReader, StoredArtifact } from './evidence-reader.ts';
import { postgresClientOptions } from './postgres.ts';

const PAGE_ROWS = 1024;

/** @param url of a database, already migrated. */
export async function openPostgresEvidenceReader(url: string): Promise<EvidenceReader> {
  const client = new pg.Client(postgresClientOptions(url));
  client.on('error', () => undefined);
  await client.connect();
  const text = `SELECT a.*, p.salt, p.payload FROM artifacts a LEFT JOIN artifact_payloads p USING (chain, position)
    WHERE a.chain = $1 AND a.position >= $2 AND a.position < $3 ORDER BY a.position`;
  return {
    async *pages(chain, start, end) {
      for (let from = start; from < end; from += PAGE_ROWS) {
        const values = [chain, from, Math.min(from + PAGE_ROWS, end)];
        const { rows } = await client.query<StoredArtifact>({ name: 'evidence-page', text, values });
        if (rows.length > 0) yield rows;
      }
    },
    close: () => client.end(),
  };
}
