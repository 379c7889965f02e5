/** What the event loop and a thread that renders an export tell each other. Plain data. */
import type { DatabaseLocation } from '../../database/location.ts';
import type { ExportDefinition } from './definition.ts';

export interface ExportThreadData {
  database: DatabaseLocation;
  definition: ExportDefinition;
}

/** That one chunk more may be sent. */
export type MoreMessage = 'more';

/** Chunks that may be under way before the first `more`. */
export const CHUNKS_UNDER_WAY = 4;

export interface ChunkMessage {
  kind: 'chunk' | 'last';
  /** May be empty in the last. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Artifacts read so far. */
  read: number;
}

export type RenderMessage = ChunkMessage | { kind: 'failed'; message: string; unavailable: boolean };
