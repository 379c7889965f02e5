/** A thread that verifies ranges of chains, one at a time, over a database connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { type EvidenceReader, openEvidenceReader } from '../../database/evidence-reader.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { type RangeAnswer, type RangeQuestion, verifyRange } from './range.ts';

export interface VerifyThreadData {
  database: DatabaseLocation;
}

/** An error while reading a range is no finding about the evidence. */
export type VerifyThreadAnswer = { answer: RangeAnswer } | { error: string };

const port = parentPort;
if (port === null) throw new Error('verify-thread.ts runs as a worker thread only');
const { database } = workerData as VerifyThreadData;
let reader: EvidenceReader | null = null;

port.on('message', async (message: RangeQuestion | 'close') => {
  if (message === 'close') {
    await closeReader();
    port.close();
  } else port.postMessage(await answerTo(message));
});

async function answerTo(question: RangeQuestion): Promise<VerifyThreadAnswer> {
  try {
    reader ??= await openEvidenceReader(database);
    return { answer: await verifyRange(reader, question) };
  } catch (error) {
    // The state of the connection is unknown, so the next range gets a new one.
    await closeReader();
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function closeReader(): Promise<void> {
  const closing = reader;
  reader = null;
  await closing?.close().catch(() => undefined);
}
