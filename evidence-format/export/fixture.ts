/** Exported files for the tests, written from records like the service writes them, and signed with a made-up key. */

import { encodeBase64 } from '../canonical/base64.ts';
import type { StoredRecord } from '../chain/chain.ts';
import { type Content, chainOf } from '../chain/chain-fixture.ts';
import { checkpointOrigin, signCheckpoint } from '../notes/checkpoint.ts';
import { formatVerifierKey, parseVerifierKey, signerOf } from '../notes/note-key.ts';
import { formatHash, HASH_BYTES, sha256 } from '../platform/sha256.ts';
import { TILE_WIDTH, type TileData } from '../tree/tile.ts';
import { treeBuilder } from '../tree/tree-builder.ts';
import { type ExportFilter, type ExportRemoval, isFiltered } from './format.ts';
import type { ExportReport } from './report.ts';
import { type ExportVerifierOptions, exportVerifier } from './verifier.ts';

export const CHAIN = 'chn_0123456789abcdef01234567';
export const SIGNER = signerOf(checkpointOrigin(CHAIN), sha256('a key for tests'));
export const VKEY = formatVerifierKey(SIGNER);
export const KEY = parseVerifierKey(VKEY);
/** Another signer with the same name. */
export const OTHER_SIGNER = signerOf(SIGNER.name, sha256('another key'));
export const NO_FILTER: ExportFilter = { from_date: null, to_date: null, artifact_types: null };

export interface FixtureOptions {
  filter?: ExportFilter;
  /** The indices whose salt and payload are gone. */
  withheld?: readonly number[];
  removals?: readonly ExportRemoval[];
  signer?: typeof SIGNER;
}

/** Records with payloads of about this many bytes. */
export function records(count: number, payloadBytes = 40): StoredRecord[] {
  return chainOf(
    Array.from({ length: count }, (_, index) => contentOf(index, payloadBytes)),
    CHAIN,
  );
}

export function contentOf(index: number, payloadBytes = 40): Content {
  return {
    id: `ev_${index.toString(16).padStart(24, '0')}`,
    action: index % 7 === 3 ? null : 'überweisung.freigeben',
    actor: 'agent "7"',
    verdict: index % 7 === 3 ? null : 'proceed',
    created_at_ms: 1_767_000_000_000 + 977 * index,
    salt: sha256(`salt ${index}`),
    payload: JSON.stringify({ amount: 0.1 + index, index, text: 'größe'.repeat(payloadBytes / 6) }),
  };
}

/** The file's text, with a line for each artifact. */
export function exportOf(all: readonly StoredRecord[], options: FixtureOptions = {}): string {
  return [...exportLines(all, options)].join('');
}

/** The same, piece by piece. */
export function* exportLines(all: readonly StoredRecord[], options: FixtureOptions = {}): Generator<string> {
  const { filter = NO_FILTER, withheld = [], removals = [], signer = SIGNER } = options;
  const chain = signer.name.slice('assize/'.length);
  const builder = treeBuilder();
  const tiles = builder.append(all.map(({ hash }) => hash)).filter(({ level }) => level > 0);
  const root = builder.root();
  const chosen = all.filter((record) => isChosen(record, filter));
  const gone = chosen.filter(({ index }) => withheld.includes(index));
  const manifest = {
    ...{ export_id: 'exp_000000000000000000000001', tenant: 'default', environment: 'production', chain },
    ...{ filter, created_at: '2026-01-02T03:04:05.678Z', tree_size: all.length, root_hash: formatHash(root) },
    ...{ artifact_count: chosen.length, removals },
  };
  const checkpoint = signCheckpoint({ origin: signer.name, size: all.length, root, extensions: [] }, signer);
  const keys = [
    { vkey: formatVerifierKey(signer), valid_from: '2025-01-01T00:00:00.000Z', valid_until: null },
  ];
  yield `{"format":"assize-evidence-export/1",\n"manifest":${JSON.stringify(manifest)},\n`;
  yield `"checkpoint":${JSON.stringify(checkpoint)},\n"verifier_keys":${JSON.stringify(keys)},\n`;
  yield `"tiles":[${[...tiles, ...builder.partialTiles()].map(tileText).join(',\n')}],\n"segments":[`;
  yield* segments(all, chosen, withheld);
  yield `],\n"end":${JSON.stringify({ artifact_count: chosen.length, withheld_count: gone.length })}}\n`;
}

function isChosen(record: StoredRecord, filter: ExportFilter): boolean {
  if (!isFiltered(filter)) return true;
  const { from_date, to_date, artifact_types } = filter;
  return (
    (from_date === null || record.created_at_ms >= Date.parse(from_date)) &&
    (to_date === null || record.created_at_ms < Date.parse(to_date)) &&
    (artifact_types?.includes(record.artifact_type) ?? true)
  );
}

function tileText({ level, index, bytes }: TileData): string {
  return JSON.stringify({ level, index, hashes: encodeBase64(bytes) });
}

function* segments(
  all: readonly StoredRecord[],
  chosen: readonly StoredRecord[],
  withheld: readonly number[],
): Generator<string> {
  let isFirst = true;
  for (let start = 0; start < all.length; start += TILE_WIDTH) {
    const segment = all.slice(start, start + TILE_WIDTH);
    const artifacts = chosen.filter(({ index }) => index >= start && index < start + TILE_WIDTH);
    if (artifacts.length === 0) continue;
    const leaves = new Uint8Array(segment.length * HASH_BYTES);
    for (const [place, { hash }] of segment.entries()) leaves.set(hash, place * HASH_BYTES);
    const lines = artifacts.map((record) => artifactText(record, withheld.includes(record.index)));
    const head = `{"index":${start / TILE_WIDTH},"leaves":"${encodeBase64(leaves)}","artifacts":[`;
    yield `${isFirst ? '' : ','}\n${head}\n${lines.join(',\n')}]}`;
    isFirst = false;
  }
}

export function artifactText(record: StoredRecord, isWithheld = false): string {
  const { index, id, artifact_type, action, verdict, actor, salt, payload } = record;
  const fields = {
    ...{ index, id, artifact_type, action, verdict, actor },
    payload_commitment: formatHash(record.payload_commitment),
    created_at: new Date(record.created_at_ms).toISOString(),
    previous_hash: formatHash(record.previous_hash),
    hash: formatHash(record.hash),
    salt: isWithheld || salt === null ? null : formatHash(salt).slice('sha256:'.length),
  };
  const text = isWithheld || payload === null ? 'null' : String(payload);
  return `${JSON.stringify(fields).slice(0, -1)},"payload":${text}}`;
}

export function verifyExport(
  file: string | Uint8Array,
  options: ExportVerifierOptions = {},
  chunkBytes = 1 << 20,
): ExportReport {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const verifier = exportVerifier(options);
  for (let at = 0; at < bytes.length; at += chunkBytes) verifier.push(bytes.slice(at, at + chunkBytes));
  return verifier.finish();
}

/** The checkpoint of the first `size` records. */
export function checkpointOf(all: readonly StoredRecord[], size: number, signer = SIGNER): string {
  const builder = treeBuilder();
  builder.append(all.slice(0, size).map(({ hash }) => hash));
  return signCheckpoint({ origin: signer.name, size, root: builder.root(), extensions: [] }, signer);
}
