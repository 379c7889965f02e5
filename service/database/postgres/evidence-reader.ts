/** Reads runs of artifacts from PostgreSQL. */
import { HASH_BYTES } from '@assize/evidence-format';
import type pg from 'pg';
import type { EvidenceReader, StoredArtifact, StoredLeaf, StoredTile } from '../evidence/stored-evidence.ts';
import { connectTo } from './connection.ts';
import { type CopiedRow, copyRows, literal } from './copy.ts';
import { isPostgresDamaged } from './dialect.ts';

const PAGE_ROWS = 1024;
/** A run of the largest possible payloads takes longer than a request's statement may, ms. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * For the transaction of one question. A run is read along the index, so that nothing is sorted, and by one process,
 * which leaves the others to requests.
 */
const SETTINGS = `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET LOCAL enable_bitmapscan = off;
  SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off;`;

const TILES = `SELECT tile, hashes FROM tiles
  WHERE chain = $1 AND level = $2 AND tile >= $3 AND tile < $4 ORDER BY tile`;

const LEAF_COLUMNS =
  'position, created_at, id, artifact_type, action, verdict, actor, hash, previous_hash, payload_commitment';

/** @param url of a database, already migrated. */
export async function openPostgresEvidenceReader(url: string): Promise<EvidenceReader> {
  const { client } = await connectTo(url, {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    silenceTimeoutMs: STATEMENT_TIMEOUT_MS + 1000,
  });
  return {
    async *pages(chain, start, end) {
      for (let from = start; from < end; from += PAGE_ROWS) {
        const page = `${SETTINGS} SELECT a.*, p.salt, p.payload
          FROM (SELECT * FROM artifacts ${within(chain, from, Math.min(from + PAGE_ROWS, end))}) AS a
            LEFT JOIN artifact_payloads p USING (chain, position) ORDER BY a.position`;
        // One result for each statement.
        const results = (await client.query(page)) as unknown as pg.QueryResult<StoredArtifact>[];
        const rows = results.at(-1)?.rows ?? [];
        if (rows.length > 0) yield rows;
      }
    },
    async leaves(chain, start, end) {
      const leaves: StoredLeaf[] = [];
      const select = `SELECT ${LEAF_COLUMNS} FROM artifacts ${within(chain, start, end)}`;
      await copyRows(client, { settings: SETTINGS, select }, (row) => void leaves.push(toLeaf(row)));
      return leaves;
    },
    async payloads(chain, start, end, take) {
      // Two scans side by side are cheaper than a join, which looks up every payload on its own.
      const select = `SELECT position, CASE WHEN octet_length(salt) = ${HASH_BYTES} THEN salt || payload END
        FROM artifact_payloads ${within(chain, start, end)}`;
      await copyRows(client, { settings: SETTINGS, select }, (row) => take(row.integer(0), row.bytes(1)));
    },
    async tiles(chain, level, start, end) {
      const { rows } = await client.query<StoredTile>(TILES, [chain, level, start, end]);
      return rows;
    },
    isDamaged: isPostgresDamaged,
    close: () => client.end(),
  };
}

function within(chain: number, start: number, end: number): string {
  const [of, from, to] = [chain, start, end].map(literal);
  return `WHERE chain = ${of} AND position >= ${from} AND position < ${to} ORDER BY position`;
}

function toLeaf(row: CopiedRow): StoredLeaf {
  return {
    position: row.integer(0),
    created_at: row.integer(1),
    id: row.text(2) ?? '',
    artifact_type: row.text(3) ?? '',
    action: row.text(4),
    verdict: row.text(5),
    actor: row.text(6) ?? '',
    hash: row.hex(7, HASH_BYTES),
    previous_hash: row.hex(8, HASH_BYTES),
    payload_commitment: row.hex(9, HASH_BYTES),
  };
}
