/** A thread that verifies ranges of chains, one at a time, over a separate database connection. */

import type { EvidenceReader } from '../../database/evidence/stored-evidence.ts';
import { openEvidenceReader } from '../../database/evidence-reader.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { serveThread } from '../../foundation/thread.ts';
import { type RangeQuestion, verifyRange } from './range.ts';

await serveThread((database: DatabaseLocation) => {
  let reader: EvidenceReader | null = null;
  const closeReader = async () => {
    const closing = reader;
    reader = null;
    await closing?.close().catch(() => undefined);
  };
  return {
    async answer(question: RangeQuestion) {
      try {
        reader ??= await openEvidenceReader(database);
        return await verifyRange(reader, question);
      } catch (error) {
        // The state of the connection is unknown, so the next range gets a new one.
        await closeReader();
        throw error;
      }
    },
    close: closeReader,
  };
});
