/** The known state of a chain, without verifying it again: alarms, the last verifications, the newest checkpoint. */
import type { Database } from '../../database/open.ts';
import { sizeOf } from '../../evidence/reading/index.ts';
import { openAlarms } from '../alarms/alarms.ts';
import { latestCheckpoint } from '../log/checkpoints.ts';

export async function integrityStateOf(db: Database, chain: number) {
  const last = await db
    .selectFrom('verifications')
    .select(['verified_at', 'fully_verified_at'])
    .where('chain', '=', chain)
    .executeTakeFirst();
  // Read before the size, so that it can't exceed it.
  const checkpoint = await latestCheckpoint(db, chain);
  return {
    totalArtifacts: await sizeOf(db, chain),
    /** The unacknowledged alarms, oldest first; at most 1,000. While there is one, every evaluation is blocked. */
    alarms: await openAlarms(db, chain),
    /** The last verification that found the chain sound, full or incremental; null if there was none. */
    soundAt: last?.verified_at ?? null,
    /** The last full one. */
    fullySoundAt: last?.fully_verified_at ?? null,
    checkpoint,
  };
}
