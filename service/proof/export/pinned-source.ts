/** Reads a chain as of its pinned size. Missing and altered data is passed on, and the verifier reports it. */
import { HASH_BYTES, TILE_BYTES, TILE_WIDTH, type TileData, tileWidth } from '@assize/evidence-format';
import type { EvidenceReader, StoredArtifact } from '../../database/evidence/stored-evidence.ts';
import type { PublishedKey } from '../log/signing/published-keys.ts';
import type { ExportContents } from './contents.ts';
import { isSelected } from './selection.ts';
import type { ExportManifest, ExportSegment, ExportSource } from './source.ts';

const TILES_AT_ONCE = 64;

export class PinnedSource implements ExportSource {
  readonly manifest: ExportManifest;
  readonly checkpoint: string;
  readonly verifierKeys: readonly PublishedKey[];
  /** Artifacts passed on so far. */
  read = 0;
  /** Payloads missing so far that no removal in the manifest explains. */
  unstated = 0;
  readonly #contents: ExportContents;
  readonly #evidence: EvidenceReader;

  constructor(contents: ExportContents, evidence: EvidenceReader) {
    this.manifest = contents.manifest;
    this.checkpoint = contents.checkpoint;
    this.verifierKeys = contents.verifierKeys;
    this.#contents = contents;
    this.#evidence = evidence;
  }

  async *segments(): AsyncGenerator<ExportSegment> {
    for await (const { index, hashes } of this.#leafTiles()) {
      const start = index * TILE_WIDTH;
      const all = await this.#artifactsFrom(start);
      const artifacts = all.filter((artifact) => isSelected(this.manifest.filter, artifact));
      if (artifacts.length === 0) continue;
      this.read += artifacts.length;
      this.unstated += artifacts.filter((artifact) => this.#isUnstated(artifact)).length;
      yield { index, leaves: hashes ?? this.#leavesOf(all, start), artifacts };
    }
  }

  async *tiles(): AsyncGenerator<TileData> {
    const { treeSize } = this.manifest;
    for (let level = 1; tileWidth(treeSize, level, 0) > 0; level += 1) yield* this.#tilesOfLevel(level);
    const width = treeSize % TILE_WIDTH;
    if (width === 0) return;
    const start = treeSize - width;
    const bytes = this.#leavesOf(await this.#artifactsFrom(start), start);
    yield { level: 0, index: start / TILE_WIDTH, width, bytes };
  }

  async *#tilesOfLevel(level: number): AsyncGenerator<TileData> {
    const { treeSize } = this.manifest;
    const count = Math.ceil(Math.floor(treeSize / TILE_WIDTH ** level) / TILE_WIDTH);
    for (let from = 0; from < count; from += TILES_AT_ONCE) {
      const to = Math.min(from + TILES_AT_ONCE, count);
      for (const { tile, hashes } of await this.#evidence.tiles(this.#contents.chain, level, from, to)) {
        const width = tileWidth(treeSize, level, tile);
        // The tile may have grown since.
        yield { level, index: tile, width, bytes: hashes.subarray(0, width * HASH_BYTES) };
      }
    }
  }

  /** The tiles to read, by number; null for hashes outside full tiles. */
  async *#leafTiles(): AsyncGenerator<{ index: number; hashes: Uint8Array | null }> {
    const { chain, segments, manifest } = this.#contents;
    for (const { first, end } of segments) {
      for (let from = first; from < end; from += TILES_AT_ONCE) {
        const to = Math.min(from + TILES_AT_ONCE, end);
        const tiles = await this.#evidence.tiles(chain, 0, from, to);
        const stored = new Map(tiles.map(({ tile, hashes }) => [tile, hashes]));
        for (let index = from; index < to; index += 1) {
          const isFull = tileWidth(manifest.treeSize, 0, index) === TILE_WIDTH;
          const hashes = isFull ? stored.get(index) : undefined;
          yield { index, hashes: hashes?.length === TILE_BYTES ? hashes : null };
        }
      }
    }
  }

  /** The artifacts of one tile of leaves. */
  async #artifactsFrom(start: number): Promise<StoredArtifact[]> {
    const end = Math.min(start + TILE_WIDTH, this.manifest.treeSize);
    const all: StoredArtifact[] = [];
    for await (const page of this.#evidence.pages(this.#contents.chain, start, end)) {
      all.push(...page.map(inBytes));
    }
    return all;
  }

  #isUnstated({ payload, position }: StoredArtifact): boolean {
    if (payload !== null) return false;
    const { removals } = this.manifest;
    return !removals.some(({ fromIndex, toIndex }) => fromIndex <= position && position < toIndex);
  }

  /** Zeros for a missing artifact: no leaf has that hash. */
  #leavesOf(artifacts: readonly StoredArtifact[], start: number): Uint8Array {
    const width = tileWidth(this.manifest.treeSize, 0, start / TILE_WIDTH);
    const leaves = new Uint8Array(width * HASH_BYTES);
    for (const { position, hash } of artifacts) {
      leaves.set(hash.subarray(0, HASH_BYTES), (position - start) * HASH_BYTES);
    }
    return leaves;
  }
}

const NOTHING = new Uint8Array(0);

/** SQLite stores values of any type in any column, so a tampered value may have another type. */
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
