/** The service's own verification without a service: on this thread, and without a signing folder. */

import { openEvidenceReader } from '@assize/service/database/evidence-reader.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { systemClock } from '@assize/service/foundation/clock.ts';
import { type RangeVerifier, verifyChain } from '@assize/service/proof/verification/index.ts';
import { verifyRange } from '@assize/service/proof/verification/range.ts';

/** Takes published checkpoints at their word. */
export const NO_SIGNING = {
  verifiers: () => [],
  lastSigned: async () => null,
  unstated: async () => null,
  state: async () => 'no_key' as const,
};

export async function rangesOnThisThread(location: DatabaseLocation): Promise<RangeVerifier> {
  const reader = await openEvidenceReader(location);
  return { width: 1, verify: (question) => verifyRange(reader, question), close: () => reader.close() };
}

/** Verifies everything from the start. */
export async function verifyWhole(location: DatabaseLocation, db: Database, chain: number) {
  const ranges = await rangesOnThisThread(location);
  const deps = { db, kind: location.kind, clock: systemClock(), signing: NO_SIGNING, ranges };
  try {
    return await verifyChain(deps, chain, { full: true });
  } finally {
    await ranges.close();
  }
}
