/**
 * Reads a chain as it was at its pinned size. Leaf hashes come from the stored tiles, and only where no tile holds them
 * from the artifacts; what is missing or altered is handed out as it is, for the verifier to name.
 */
import { HASH_BYTES, TILE_BYTES, TILE_WIDTH, type TileData, tileWidth } from '@assize/evidence-format';
import type { EvidenceReader, StoredArtifact } from '../../database/evidence-reader.ts';
import type { ExportContents } from './contents.ts';
import { isSelected, type SegmentRun } from './selection.ts';
import type { ExportSegment, ExportSource } from './source.ts';

export interface PinnedSource extends ExportSource {
  /** Artifacts handed out so far. */
  readonly read: number;
  /** Payloads that were missing so far, though no removal in the manifest speaks of them. */
  readonly unstated: number;
}

const TILES_AT_ONCE = 64;

export function pinnedSource(
  { chain, segments: runs, ...contents }: ExportContents,
  evidence: EvidenceReader,
): PinnedSource {
  const { treeSize, filter, removals } = contents.manifest;
  let read = 0;
  let unstated = 0;

  async function* segments(): AsyncGenerator<ExportSegment> {
    for (const run of runs) {
      for await (const { index, hashes } of leafTiles(run)) {
        const start = index * TILE_WIDTH;
        const all = await artifactsFrom(start);
        const artifacts = all.filter((artifact) => isSelected(filter, artifact));
        if (artifacts.length === 0) continue;
        read += artifacts.length;
        unstated += artifacts.filter(isUnstated).length;
        yield { index, leaves: hashes ?? leavesOf(all, start), artifacts };
      }
    }
  }

  /** Those of one tile of leaves. */
  async function artifactsFrom(start: number): Promise<StoredArtifact[]> {
    const end = Math.min(start + TILE_WIDTH, treeSize);
    const all: StoredArtifact[] = [];
    for await (const page of evidence.pages(chain, start, end)) all.push(...page.map(inBytes));
    return all;
  }

  function isUnstated({ payload, position }: StoredArtifact): boolean {
    if (payload !== null) return false;
    return !removals.some(({ fromIndex, toIndex }) => fromIndex <= position && position < toIndex);
  }

  /** Null for hashes that no full tile holds. */
  async function* leafTiles({ first, behindLast }: SegmentRun) {
    for (let from = first; from < behindLast; from += TILES_AT_ONCE) {
      const to = Math.min(from + TILES_AT_ONCE, behindLast);
      const stored = new Map(
        (await evidence.tiles(chain, 0, from, to)).map(({ tile, hashes }) => [tile, hashes]),
      );
      for (let index = from; index < to; index += 1) {
        const hashes = tileWidth(treeSize, 0, index) === TILE_WIDTH ? stored.get(index) : undefined;
        yield { index, hashes: hashes?.length === TILE_BYTES ? hashes : null };
      }
    }
  }

  /** Zeros where an artifact is missing: no leaf has that hash. */
  function leavesOf(artifacts: readonly StoredArtifact[], start: number): Uint8Array {
    const leaves = new Uint8Array(tileWidth(treeSize, 0, start / TILE_WIDTH) * HASH_BYTES);
    for (const { position, hash } of artifacts) {
      leaves.set(hash.subarray(0, HASH_BYTES), (position - start) * HASH_BYTES);
    }
    return leaves;
  }

  async function* tiles(): AsyncGenerator<TileData> {
    for (let level = 1; tileWidth(treeSize, level, 0) > 0; level += 1) yield* tilesOfLevel(level);
    const width = treeSize % TILE_WIDTH;
    if (width === 0) return;
    const start = treeSize - width;
    const bytes = leavesOf(await artifactsFrom(start), start);
    yield { level: 0, index: start / TILE_WIDTH, width, bytes };
  }

  async function* tilesOfLevel(level: number): AsyncGenerator<TileData> {
    const count = Math.ceil(Math.floor(treeSize / TILE_WIDTH ** level) / TILE_WIDTH);
    for (let from = 0; from < count; from += TILES_AT_ONCE) {
      const stored = await evidence.tiles(chain, level, from, Math.min(from + TILES_AT_ONCE, count));
      for (const { tile, hashes } of stored) {
        const width = tileWidth(treeSize, level, tile);
        // It may have grown since.
        yield { level, index: tile, width, bytes: hashes.subarray(0, width * HASH_BYTES) };
      }
    }
  }

  return {
    ...contents,
    tiles,
    segments,
    get read() {
      return read;
    },
    get unstated() {
      return unstated;
    },
  };
}

const NOTHING = new Uint8Array(0);

/** SQLite stores a value of any type in any column, and so lets it be altered to one. */
function inBytes(artifact: StoredArtifact): StoredArtifact {
  const { payload_commitment, previous_hash, hash, salt, payload } = artifact;
  if (isBytes(payload_commitment) && isBytes(previous_hash) && isBytes(hash)) {
    if ((salt === null || isBytes(salt)) && (payload === null || isBytes(payload))) return artifact;
  }
  const bytesOf = (value: unknown) => (isBytes(value) ? value : NOTHING);
  return {
    ...artifact,
    payload_commitment: bytesOf(payload_commitment),
    previous_hash: bytesOf(previous_hash),
    hash: bytesOf(hash),
    salt: salt === null ? null : bytesOf(salt),
    payload: payload === null || isBytes(payload) ? payload : Buffer.from(String(payload)),
  };
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}
