/** The source of every form of an export: the chain as of its pinned size, in ascending order, read piece by piece. */
import type { StatedRestore, TileData } from '@assize/evidence-format';
import type { StoredArtifact } from '../../database/evidence/stored-evidence.ts';
import type { PublishedKey } from '../log/signing/published-keys.ts';

export const EXPORT_FORMATS = ['json', 'csv', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The exported artifacts of the chain. Times in ms since the epoch; null without a condition. */
export interface ExportFilter {
  /** Inclusive. */
  from: number | null;
  /** Exclusive. */
  to: number | null;
  artifactTypes: readonly string[] | null;
  /** CSV only: the file begins with a byte order mark, so that Excel reads it as UTF-8. */
  csvBom?: true;
}

/** Payloads at `fromIndex` and later, before `toIndex`, that were removed, or are stated to be. */
export interface ExportRemoval {
  kind: 'redaction' | 'retention';
  fromIndex: number;
  toIndex: number;
  /** The artifact that states it; it may be newer than the export. */
  evidenceId: string;
}

export interface ExportManifest {
  exportId: string;
  /** The tenant's name. */
  tenant: string;
  environment: string;
  /** `chn_` + 12 hex. */
  chain: string;
  filter: ExportFilter;
  /** ms since the epoch. */
  createdAt: number;
  /** The size of the chain when the export was defined: positions from 0 up to this one (exclusive). */
  treeSize: number;
  /** The root of the tree of that size, 32 bytes. */
  rootHash: Uint8Array;
  /** The number of selected artifacts. */
  artifactCount: number;
  /** The removals that concern selected artifacts, by position. */
  removals: readonly ExportRemoval[];
  /** Restores of older databases, as stated by records within the pinned size, whether selected or not. */
  restores: readonly StatedRestore[];
}

/** A tile of leaves with a selected artifact. */
export interface ExportSegment {
  /** The index of the tile in level 0: its leaves begin at position 256 × index. */
  index: number;
  /** All leaf hashes of the tile within the pinned size, concatenated. */
  leaves: Uint8Array;
  /** The selected artifacts; at least one. `position`, `created_at` in ms, `payload` and `salt` null if removed. */
  artifacts: StoredArtifact[];
}

export interface ExportSource {
  readonly manifest: ExportManifest;
  /** The signed note of exactly `manifest.treeSize`, verbatim. */
  readonly checkpoint: string;
  readonly verifierKeys: readonly PublishedKey[];
  /** Every tile above level 0 of the pinned tree, then the partial tile of level 0. Each call starts again. */
  tiles(): AsyncIterable<TileData>;
  /** Each call starts again, so a renderer that counts before it lists may read them twice. */
  segments(): AsyncIterable<ExportSegment>;
}

/** Bytes in pieces of any size. Pieces that have been read are not kept, so memory stays constant. */
export type Render = (source: ExportSource) => AsyncIterable<Uint8Array>;
