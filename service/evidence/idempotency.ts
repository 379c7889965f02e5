/** Forgets idempotency records whose day has passed, a few at a time. */
import type { Database } from '../database/open.ts';

const ROWS_AT_ONCE = 500;

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
