/** The thread that renders one export. It renders a chunk only when asked, so a slow client costs no memory. */
import { openTellingReader } from '../../database/evidence-reader.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { serveThread } from '../../foundation/thread.ts';
import { type ExportContents, readContents, removalsWithin } from './contents.ts';
import type { ExportDefinition } from './definition.ts';
import { PinnedSource } from './pinned-source.ts';
import type { ExportFormat, Render } from './source.ts';

export interface ExportThreadData {
  database: DatabaseLocation;
  definition: ExportDefinition;
}

export interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  /** Artifacts read so far. */
  read: number;
}

const CHUNK_BYTES = 256 * 1024;

const RENDERERS: Record<ExportFormat, () => Promise<Render>> = {
  json: async () => (await import('./json.ts')).renderJson,
  csv: async () => (await import('./csv.ts')).renderCsv,
  pdf: async () => (await import('./pdf/index.ts')).renderPdf,
};

await serveThread(async (data: ExportThreadData) => {
  const chunks = rendered(data);
  return {
    /** null after the last chunk. */
    answer: async (_question: 'next'): Promise<Chunk | null> => (await chunks.next()).value ?? null,
    moves: (chunk: Chunk | null) => (chunk === null ? [] : [chunk.bytes.buffer]),
  };
});

async function* rendered({ database, definition }: ExportThreadData): AsyncGenerator<Chunk, undefined> {
  const db = await openDatabaseOnThread(database);
  const evidence = await openTellingReader(database);
  const renderer = await RENDERERS[definition.format]();
  const contents = await readContents(db, definition);
  const source = new PinnedSource(contents, evidence);
  let chunk = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  for await (const piece of renderer(source)) {
    for (let taken = 0; taken < piece.length; ) {
      const part = piece.subarray(taken, taken + CHUNK_BYTES - filled);
      chunk.set(part, filled);
      filled += part.length;
      taken += part.length;
      if (filled < CHUNK_BYTES) continue;
      yield { bytes: chunk, read: source.read };
      chunk = new Uint8Array(CHUNK_BYTES);
      filled = 0;
    }
  }
  if (source.unstated > 0) await refuseLateRemovals(db, contents);
  yield { bytes: chunk.subarray(0, filled), read: source.read };
  await Promise.all([db.destroy(), evidence.close()]);
}

/** The manifest was sent first, and must be true of the records. Payloads gone without a statement are not refused. */
async function refuseLateRemovals(
  db: Database,
  { chain, manifest, segments }: ExportContents,
): Promise<void> {
  const now = await removalsWithin(db, chain, manifest.treeSize, segments);
  if (now.length === manifest.removals.length) return;
  throw new Error('payloads were removed while the export was rendered: download it again');
}
