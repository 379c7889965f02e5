/** Each tenant has both chains from its first moment, however many callers create it at once. */

import assert from 'node:assert/strict';
import { testOnEachDatabase } from '../../tests/support/databases/databases.ts';
import { openWithoutHttp } from '../../tests/support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from '../../tests/support/people/tenants.ts';
import { Failure } from '../foundation/failure.ts';
import { chainOf, changeTenant, createTenant, ensureTenant, findTenant, listTenants } from './store.ts';
import { setTier } from './tier-changes.ts';

testAsTenantOnEachDatabase('makes-one-tenant-when-many-make-it-at-once', async ({ service, name }) => {
  const made = await Promise.all(
    Array.from({ length: 8 }, () => ensureTenant(service, `${name}-acme`, 'team')),
  );
  assert.equal(new Set(made.map(({ tenantId }) => tenantId)).size, 1);
  const [tenant] = made;
  assert.ok(tenant);
  const chains = [
    await chainOf(service.db, tenant.tenantId, 'production'),
    await chainOf(service.db, tenant.tenantId, 'sandbox'),
  ];
  assert.notEqual(chains[0], chains[1]);
  const rows = await service.db
    .selectFrom('chains')
    .selectAll()
    .where('tenant_id', '=', tenant.tenantId)
    .execute();
  assert.deepEqual(rows.map(({ chain }) => chain).sort(), chains.sort());
  for (const { size, head_hash } of rows) {
    assert.deepEqual(
      { size, head_hash: Buffer.from(head_hash).toString('hex') },
      { size: 0, head_hash: '0'.repeat(64) },
    );
  }
});

testOnEachDatabase('gives-a-tenant-the-plan-of-its-tier-and-then-leaves-both-alone', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  let later = service.clock.now();
  const ticking = { ...service, clock: { ...service.clock, now: () => (later += 1) } };
  const plans: Record<string, string> = {};
  for (const tier of ['free', 'team', 'business', 'enterprise'] as const) {
    plans[tier] = (await createTenant(ticking, `t-${tier}`, tier)).plan;
  }
  assert.deepEqual(plans, { free: 'free', team: 'team', business: 'team', enterprise: 'enterprise' });
  const { tier, plan } = await setTier(service, 't-free', 'business');
  assert.deepEqual({ tier, plan }, { tier: 'business', plan: 'free' });
  const changed = await changeTenant(service.db, 't-free', { plan: 'pro' });
  assert.deepEqual({ tier: changed.tier, plan: changed.plan }, { tier: 'business', plan: 'pro' });
  const again = await ensureTenant(service, 't-free', 'free');
  assert.deepEqual({ tier: again.tier, plan: again.plan }, { tier: 'business', plan: 'pro' });
  const names = (await listTenants(service.db)).map(({ name }) => name);
  assert.deepEqual(names, ['default', 't-free', 't-team', 't-business', 't-enterprise']);
});

testOnEachDatabase('refuses-names-that-are-taken-or-strange', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const code = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    );
    return error instanceof Failure ? error.code : String(error);
  };
  assert.equal(await code(createTenant(service, 'default', 'free')), 'conflict');
  for (const name of ['', '-a', 'A', 'a b', 'a_b', 'ä', 'a\0', 'a'.repeat(64)]) {
    assert.equal(await code(createTenant(service, name, 'free')), 'invalid', JSON.stringify(name));
  }
  for (const name of ['a', '0', 'a-', 'a'.repeat(63)]) {
    assert.equal((await createTenant(service, name, 'free')).name, name);
  }
  assert.equal(await code(findTenant(service.db, 'unknown')), 'not_found');
  assert.equal(await code(changeTenant(service.db, 'unknown', { plan: 'pro' })), 'not_found');
});
