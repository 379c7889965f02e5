/** The known state of a chain, without verifying it again: alarms, the last verifications, the newest checkpoint. */
import type { Database } from '../../database/open.ts';
import { sizeOf } from '../../evidence/reading/index.ts';
import { type Alarm, openAlarms } from '../alarms/alarms.ts';
import { latestCheckpoint, type SignedCheckpoint } from '../log/checkpoints.ts';

export interface IntegrityState {
  totalArtifacts: number;
  /** The unacknowledged alarms, oldest first; at most 1,000. While there is one, every evaluation is blocked. */
  alarms: Alarm[];
  /** The last verification that found the chain sound, full or incremental; null if there was none. */
  soundAt: number | null;
  /** The last full one. */
  fullySoundAt: number | null;
  checkpoint: SignedCheckpoint | null;
}

export async function integrityStateOf(db: Database, chain: number): Promise<IntegrityState> {
  const last = await db
    .selectFrom('verifications')
    .select(['verified_at', 'fully_verified_at'])
    .where('chain', '=', chain)
    .executeTakeFirst();
  // Read before the size, so that it can't exceed it.
  const checkpoint = await latestCheckpoint(db, chain);
  return {
    totalArtifacts: await sizeOf(db, chain),
    alarms: await openAlarms(db, chain),
    soundAt: last?.verified_at ?? null,
    fullySoundAt: last?.fully_verified_at ?? null,
    checkpoint,
  };
}
