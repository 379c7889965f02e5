/** An export as CSV (RFC 4180, UTF-8). No field can start a formula. The proof is in the JSON export. */
import { formatHash } from '@assize/evidence-format';
import type { StoredArtifact } from '../../database/evidence/stored-evidence.ts';
import { csvRecords } from '../../documents/csv.ts';
import { isoTime } from './byte-writer.ts';
import type { ExportSource } from './source.ts';

const COLUMNS = [
  'index',
  'evidence_id',
  'artifact_type',
  'action',
  'verdict',
  'actor',
  'created_at',
  'hash',
  'previous_hash',
  'payload',
  'removed',
];
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** A payload may be large, and a call is costly. */
const ROWS_AT_ONCE = 32;

export async function* renderCsv(source: ExportSource): AsyncGenerator<Uint8Array> {
  if (source.manifest.filter.csvBom) yield BYTE_ORDER_MARK;
  yield Buffer.from(csvRecords([COLUMNS]));
  for await (const { artifacts } of source.segments()) {
    for (let from = 0; from < artifacts.length; from += ROWS_AT_ONCE) {
      const rows = artifacts.slice(from, from + ROWS_AT_ONCE).map(fieldsOf);
      yield Buffer.from(csvRecords(rows));
    }
  }
}

function fieldsOf(artifact: StoredArtifact): string[] {
  const { payload } = artifact;
  return [
    String(artifact.position),
    artifact.id,
    artifact.artifact_type,
    artifact.action ?? '',
    artifact.verdict ?? '',
    artifact.actor,
    isoTime(artifact.created_at),
    formatHash(artifact.hash),
    formatHash(artifact.previous_hash),
    payload === null ? '' : Buffer.from(payload).toString('utf8'),
    String(payload === null),
  ];
}
