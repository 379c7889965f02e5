/**
 * The thread that renders one export, and ends with it. It is never more than a few chunks ahead of its reader, so a
 * slow client costs no memory.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type EvidenceReader, openEvidenceReader } from '../../database/evidence-reader.ts';
import type { Database } from '../../database/open.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { Failure } from '../../foundation/failure.ts';
import { type ExportContents, readContents, removalsWithin } from './contents.ts';
import {
  CHUNKS_UNDER_WAY,
  type ChunkMessage,
  type ExportThreadData,
  type MoreMessage,
  type RenderMessage,
} from './export-message.ts';
import { PinnedSource } from './pinned-source.ts';
import type { ExportFormat, Render } from './source.ts';

const CHUNK_BYTES = 256 * 1024;

const RENDERERS: Record<ExportFormat, () => Promise<Render>> = {
  json: async () => (await import('./json.ts')).renderJson,
  csv: async () => (await import('./csv.ts')).renderCsv,
  pdf: async () => (await import('./pdf/index.ts')).renderPdf,
};

const port = parentPort;
if (port === null) throw new Error('export-thread.ts runs as a worker thread only');
const { database, definition } = workerData as ExportThreadData;

let allowed = CHUNKS_UNDER_WAY;
let onAllowed = () => {};
port.on('message', (_more: MoreMessage) => {
  allowed += 1;
  onAllowed();
});

try {
  const db = await openDatabaseOnThread(database);
  const evidence = await openEvidenceReader(database);
  await render(db, evidence);
  await Promise.all([db.destroy(), evidence.close()]);
} catch (error) {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const unavailable = error instanceof Failure && error.code === 'unavailable';
  port.postMessage({ kind: 'failed', message, unavailable } satisfies RenderMessage);
}
port.close();

async function render(db: Database, evidence: EvidenceReader): Promise<void> {
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
      await send({ kind: 'chunk', bytes: chunk, read: source.read });
      chunk = new Uint8Array(CHUNK_BYTES);
      filled = 0;
    }
  }
  if (source.unstated > 0) await refuseLateRemovals(db, contents);
  await send({ kind: 'last', bytes: chunk.subarray(0, filled), read: source.read });
}

/**
 * The manifest was sent first, and must be true of the records after it. A payload that is missing without a statement
 * is not refused here.
 */
async function refuseLateRemovals(
  db: Database,
  { chain, manifest, segments }: ExportContents,
): Promise<void> {
  const now = await removalsWithin(db, chain, manifest.treeSize, segments);
  if (now.length === manifest.removals.length) return;
  throw new Error('payloads were removed while the export was rendered: download it again');
}

async function send(message: ChunkMessage): Promise<void> {
  while (allowed === 0) {
    await new Promise<void>((resolve) => {
      onAllowed = resolve;
    });
  }
  allowed -= 1;
  port?.postMessage(message, [message.bytes.buffer]);
}
