/** The messages between the event loop and a thread that renders an export. Plain data. */
import type { DatabaseLocation } from '../../database/location.ts';
import type { ExportDefinition } from './definition.ts';

export interface ExportThreadData {
  database: DatabaseLocation;
  definition: ExportDefinition;
}

/** Allows one more chunk. */
export type MoreMessage = 'more';

/** The number of chunks that may be under way before the first `more`. */
export const CHUNKS_UNDER_WAY = 4;

export interface ChunkMessage {
  kind: 'chunk' | 'last';
  /** May be empty in the last chunk. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Artifacts read so far. */
  read: number;
}

export type RenderMessage = ChunkMessage | { kind: 'failed'; message: string; unavailable: boolean };
