/** Gauges look at each chain once, and show the one that has waited longest. */
import assert from 'node:assert/strict';
import { evaluate } from '../../tests/support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from '../../tests/support/people/tenants.ts';
import { proofGauges } from './gauges.ts';

testAsTenantOnEachDatabase(
  'shows-the-time-since-the-chain-that-waits-longest-was-verified',
  async ({ app, service: { db, clock }, chain }) => {
    await evaluate(app, 'a', { action: 'note.add', context: {} });
    const nowMs = clock.now() + 3_600_000;
    const gauges = proofGauges({ db, clock: { ...clock, now: () => nowMs } });
    const age = () => gauges.find(({ name }) => name === 'verification_age_seconds')?.read();
    const verifiedAt = (at: number) =>
      db
        .insertInto('verifications')
        .values({
          ...{ chain, size: 1, head_hash: Buffer.alloc(32), tree: Buffer.alloc(0), removals: '{}' },
          ...{ verified_at: at, fully_verified_at: null },
        })
        .onConflict((conflict) => conflict.column('chain').doUpdateSet({ verified_at: at }))
        .execute();
    const created = Number(await age());
    assert.ok(created >= 3600 && created < 7200, 'since its first artifact, without a verification');
    await verifiedAt(nowMs - 9_000_000);
    assert.equal(await age(), 9000);
    await db.deleteFrom('verifications').where('chain', '=', chain).execute();
  },
);
