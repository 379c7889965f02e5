/** Tiers over time: a raised tier holds at once, a lowered one from the next period, and no change affects the past. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAsTenantOnEachDatabase } from '../../tests/support/people/tenants.ts';
import { Failure } from '../foundation/failure.ts';
import { createTenant, findTenant } from './store.ts';
import type { Tier } from './tenant.ts';
import { setTier, type TierChange, tierChanges, tierDuring } from './tier-changes.ts';

const MARCH = { from: 100, to: 200 };

/** `50 free` is a change at the time 50; the period is from 100 to 200. */
const CASES: [name: string, changes: string, tier: Tier | undefined][] = [
  ['what was set before holds', '50 team', 'team'],
  ['raised within, at once and for all of it', '50 free, 150 team', 'team'],
  ['raised in its last moment', '50 free, 199 team', 'team'],
  ['raised in the first of the next', '50 free, 200 team', 'free'],
  ['lowered within, from the next on', '50 business, 150 free', 'business'],
  ['lowered in its first moment: it never held', '50 business, 100 free', 'free'],
  ['lowered before', '50 business, 60 team', 'team'],
  ['lowered and raised to something between', '50 business, 120 free, 150 team', 'business'],
  ['raised for a moment', '50 free, 150 enterprise, 151 free', 'enterprise'],
  ['created within', '150 team', 'team'],
  ['created within, then lowered', '150 team, 160 free', 'team'],
  ['from before the tenant: as it began', '300 team, 400 business', 'team'],
  ['nothing is known', '', undefined],
];

for (const [name, changes, tier] of CASES) {
  test(`holds-a-tier-for-a-period: ${name}`, () => assert.equal(tierDuring(read(changes), MARCH), tier));
}

testAsTenantOnEachDatabase(
  'keeps-the-order-of-changes-also-when-the-clock-is-set-back',
  async ({ service, name }) => {
    const acme = `${name}-acme`;
    let nowMs = 5000;
    const { db, ids } = service;
    const clock = { ...service.clock, now: () => nowMs };
    const { tenantId } = await createTenant({ db, clock, ids }, acme, 'free');
    await setTier({ db, clock }, acme, 'business');
    await setTier({ db, clock }, acme, 'business');
    nowMs = 1000;
    await setTier({ db, clock }, acme, 'team');
    nowMs = 9000;
    const { tier, plan } = await setTier({ db, clock }, acme, 'free');
    assert.deepEqual({ tier, plan }, { tier: 'free', plan: 'free' });
    assert.deepEqual(await tierChanges(db, tenantId), read('5000 free, 5001 business, 5002 team, 9000 free'));
  },
);

testAsTenantOnEachDatabase('takes-tiers-set-at-once-one-after-another', async ({ service, name }) => {
  const acme = `${name}-acme`;
  const { tenantId } = await createTenant(service, acme, 'free');
  const tiers: Tier[] = ['team', 'business', 'enterprise', 'team', 'business', 'free'];
  await Promise.all(tiers.map((tier) => setTier(service, acme, tier)));
  const changes = await tierChanges(service.db, tenantId);
  assert.equal(changes.at(-1)?.tier, (await findTenant(service.db, acme)).tier);
  assert.equal(new Set(changes.map(({ setAt }) => setAt)).size, changes.length);
  await assert.rejects(
    () => setTier(service, 'unknown', 'team'),
    (error) => error instanceof Failure && error.code === 'not_found',
  );
});

function read(changes: string): TierChange[] {
  return changes.split(', ').flatMap((change) => {
    const [setAt, tier] = change.split(' ');
    return tier === undefined ? [] : [{ setAt: Number(setAt), tier: tier as Tier }];
  });
}
