/** Remembers proofs of possession that were used, in the database, so that no node accepts one again. */
import { sha256 } from '@assize/evidence-format';
import type { Database } from '../../../database/open.ts';
import type { Chore } from '../../../foundation/chores.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { proofRefused } from '../reading/refused.ts';
import type { Proof } from './dpop.ts';

const FORGET_EVERY_MS = 60_000;
/** Clocks of nodes differ: another may still take for fresh what is too old here. */
const KEPT_LONGER_MS = 5 * 60_000;

/** @throws {Failure} `unauthenticated` if it was used before, on any node. */
export async function useProofOnce(db: Database, { thumbprint, jti, expiresAt }: Proof): Promise<void> {
  const hash = sha256(Buffer.from(JSON.stringify([thumbprint, jti])));
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('dpop_proofs')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw proofRefused('The DPoP proof was used before (jti)');
}

export function forgetProofsChore(db: Database, clock: Clock): Chore {
  return {
    name: 'forget used DPoP proofs',
    everyMs: FORGET_EVERY_MS,
    async run() {
      await db
        .deleteFrom('dpop_proofs')
        .where('expires_at', '<', clock.now() - KEPT_LONGER_MS)
        .execute();
    },
  };
}
