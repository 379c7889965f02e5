/** Idempotency records: how long they are kept, and how they are deleted, or emptied earlier. */

import { HASH_BYTES, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { DAY_MS } from '../../foundation/clock.ts';

/** Counted from the time of the first answer's artifact. */
export const IDEMPOTENCY_LIFETIME_MS = DAY_MS;

const ROWS_AT_ONCE = 500;

/** Deletes a few at a time. */
export async function forgetExpiredOutcomes(db: Database, nowMs: number): Promise<void> {
  for (;;) {
    const expired = await db
      .selectFrom('idempotency_records')
      .select(['chain', 'key_hash'])
      .where('expires_at', '<=', nowMs)
      .orderBy('expires_at')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { chain, key_hash } of expired) {
      await db
        .deleteFrom('idempotency_records')
        .where('chain', '=', chain)
        .where('key_hash', '=', key_hash)
        .where('expires_at', '<=', nowMs)
        .execute();
    }
    if (expired.length < ROWS_AT_ONCE) return;
  }
}

/**
 * Empties the records whose first answer came from the artifact. The key stays taken: a repetition, which can no longer
 * be compared with the first request, is refused instead of judged again.
 */
export async function emptyOutcomesOf(
  db: Database,
  chain: number,
  { id, createdAt }: { id: string; createdAt: number },
): Promise<void> {
  const ofThatMoment = await db
    .selectFrom('idempotency_records')
    .select(['key_hash', 'outcome'])
    .where('expires_at', '=', createdAt + IDEMPOTENCY_LIFETIME_MS)
    .where('chain', '=', chain)
    .execute();
  for (const { key_hash, outcome } of ofThatMoment) {
    if ((parseJson(outcome) as JsonObject).evidenceId !== id) continue;
    await db
      .updateTable('idempotency_records')
      .set({ request_hash: new Uint8Array(HASH_BYTES), outcome: JSON.stringify({ evidenceId: id }) })
      .where('chain', '=', chain)
      .where('key_hash', '=', key_hash)
      .where('outcome', '=', outcome)
      .execute();
  }
}
