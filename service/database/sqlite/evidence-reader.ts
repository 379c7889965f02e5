/** Reads runs of artifacts from the embedded database. */
import type { StatementSync } from 'node:sqlite';
import type {
  EvidenceReader,
  OnSealed,
  StoredArtifact,
  StoredLeaf,
  StoredTile,
} from '../evidence/stored-evidence.ts';
import { isSqliteDamaged, openSqliteFile } from './file.ts';

const PAGE_ROWS = 1024;

// The driver refuses to read integers beyond 2^53. Such a time is as invalid as −1; verification reports it, and
// reading must not stop.
const TIME = 'CASE WHEN abs(created_at) >> 53 THEN -1 ELSE created_at END AS created_at';

const PAGE = `SELECT a.chain, a.position, a.id, a.artifact_type, a.action, a.verdict, a.actor, a.payload_commitment,
    ${TIME}, a.previous_hash, a.hash, p.salt, p.payload
  FROM artifacts a LEFT JOIN artifact_payloads p USING (chain, position)
  WHERE a.chain = ? AND a.position >= ? AND a.position < ? ORDER BY a.position`;

// Handing over bytes costs several times as much as text, so the three hashes come as one text. A value of another
// type is not a hash, although text of the same bytes would look the same in hex.
const LEAVES = `SELECT position, ${TIME}, id, artifact_type, action, verdict, actor,
    CASE WHEN typeof(hash) = 'blob' AND typeof(previous_hash) = 'blob' AND typeof(payload_commitment) = 'blob'
      THEN lower(hex(hash) || ' ' || hex(previous_hash) || ' ' || hex(payload_commitment)) ELSE '' END
  FROM artifacts WHERE chain = ? AND position >= ? AND position < ? ORDER BY position`;

// Two scans side by side are cheaper than a join, which looks up every payload on its own; and one value for some of
// them costs less than one for each. Functions are costly too, so each row is examined once.
const IS_SEALED = "typeof(salt) = 'blob' AND length(salt) = 32 AND typeof(payload) = 'blob'";
const PAYLOADS = `SELECT group_concat(position), group_concat(sealed_length),
    CAST(group_concat(CASE WHEN sealed_length >= 0 THEN salt || payload END, '') AS BLOB)
  FROM (SELECT position, salt, payload,
      CASE WHEN ${IS_SEALED} THEN 32 + length(payload) ELSE -1 END AS sealed_length
    FROM artifact_payloads WHERE chain = ? AND position >= ? AND position < ? ORDER BY position)`;
const PAYLOADS_AT_ONCE = 64;

const TILES = `SELECT tile, hashes FROM tiles
  WHERE chain = ? AND level = ? AND tile >= ? AND tile < ? ORDER BY tile`;

type LeafRow = [number, number, string, string, string | null, string | null, string, string];

/** @param path of the database file, already migrated. */
export function openSqliteEvidenceReader(path: string): EvidenceReader {
  const database = openSqliteFile(path);
  const page = database.prepare(PAGE);
  const leaves = inArrays(database.prepare(LEAVES));
  const payloads = inArrays(database.prepare(PAYLOADS));
  const tiles = database.prepare(TILES);
  return {
    async *pages(chain, start, end) {
      for (let from = start; from < end; from += PAGE_ROWS) {
        const rows = page.all(chain, from, Math.min(from + PAGE_ROWS, end));
        if (rows.length > 0) yield rows as unknown as StoredArtifact[];
      }
    },
    async leaves(chain, start, end) {
      return (leaves.all(chain, start, end) as unknown as LeafRow[]).map(toLeaf);
    },
    async payloads(chain, start, end, take) {
      for (let from = start; from < end; from += PAYLOADS_AT_ONCE) {
        const row = payloads.get(chain, from, Math.min(from + PAYLOADS_AT_ONCE, end));
        takeEach(row as unknown as PayloadsRow, take);
      }
    },
    async tiles(chain, level, start, end) {
      return tiles.all(chain, level, start, end) as unknown as StoredTile[];
    },
    isDamaged: isSqliteDamaged,
    async close() {
      database.close();
    },
  };
}

function inArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

/** Positions, lengths, and the sealed bytes concatenated; null if there are none. */
type PayloadsRow = [string | null, string | null, Uint8Array | null];

function takeEach([positions, lengths, bytes]: PayloadsRow, take: OnSealed): void {
  if (positions === null || lengths === null) return;
  const lengthOf = lengths.split(',');
  let at = 0;
  for (const [place, position] of positions.split(',').entries()) {
    const length = Number(lengthOf[place]);
    if (length < 0 || bytes === null) take(Number(position), null);
    else {
      take(Number(position), bytes.subarray(at, at + length));
      at += length;
    }
  }
}

const HEX_DIGITS = 64;
const THREE_HASHES = 3 * HEX_DIGITS + 2;

function toLeaf([
  position,
  created_at,
  id,
  artifact_type,
  action,
  verdict,
  actor,
  hashes,
]: LeafRow): StoredLeaf {
  const isWhole =
    hashes.length === THREE_HASHES && hashes[HEX_DIGITS] === ' ' && hashes[2 * HEX_DIGITS + 1] === ' ';
  return {
    position,
    created_at,
    id,
    artifact_type,
    action,
    verdict,
    actor,
    hash: isWhole ? hashes.slice(0, HEX_DIGITS) : '',
    previous_hash: isWhole ? hashes.slice(HEX_DIGITS + 1, 2 * HEX_DIGITS + 1) : '',
    payload_commitment: isWhole ? hashes.slice(2 * HEX_DIGITS + 2) : '',
  };
}
