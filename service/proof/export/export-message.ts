/** The messages between the event loop and a thread that renders an export. Plain data. */
import type { DatabaseLocation } from '../../database/location.ts';
import type { ExportDefinition } from './definition.ts';

export interface ExportThreadData {
  database: DatabaseLocation;
  definition: ExportDefinition;
}

export interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  /** Artifacts read so far. */
  read: number;
}
