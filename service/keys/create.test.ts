/** The first keys of a tenant, and a late change. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from '../../tests/support/databases/databases.ts';
import { testConfig } from '../../tests/support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from '../../tests/support/people/tenants.ts';
import { createFirstKeys } from '../first-run.ts';
import { createLogger } from '../logging/log.ts';
import { ensureTenant } from '../tenants/index.ts';
import { startService } from '../wiring.ts';
import { createKey } from './create.ts';

testAsTenantOnEachDatabase('makes-one-first-key-when-many-make-it-at-once', async ({ service, name }) => {
  const tenant = await ensureTenant(service, `${name}-acme`, 'free');
  const request = { name: 'first', environment: 'sandbox', onlyIfFirst: true } as const;
  const made = await Promise.all(Array.from({ length: 8 }, () => createKey(service, tenant, null, request)));
  assert.equal(made.filter((key) => key !== null).length, 1);
  const keys = await service.db
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', tenant.tenantId)
    .execute();
  const artifacts = await service.db
    .selectFrom('artifacts')
    .innerJoin('chains', 'chains.chain', 'artifacts.chain')
    .select('artifacts.action')
    .where('chains.tenant_id', '=', tenant.tenantId)
    .execute();
  assert.deepEqual(
    { keysCount: keys.length, artifacts },
    { keysCount: 1, artifacts: [{ action: 'key.create' }] },
  );
});

testOnEachDatabase('shows-each-first-key-on-one-node-however-many-start-together', async (location, t) => {
  const unset = { ASSIZE_INIT_PRODUCTION_KEY: '', ASSIZE_INIT_SANDBOX_KEY: '' };
  const config = testConfig(location, unset);
  const services = await Promise.all([1, 2, 3].map(() => startService(config, createLogger('silent'))));
  t.after(() => Promise.all(services.map((service) => service.close())));
  const shown = (await Promise.all(services.map(createFirstKeys))).flat();
  const holders = shown.map(({ environment, holder }) => `${environment} ${holder}`).sort();
  const of = (environment: string) => [`${environment} administrator`, `${environment} agent`];
  assert.deepEqual(holders, [...of('production'), ...of('sandbox')]);
  const [service] = services;
  assert.equal((await service?.db.selectFrom('api_keys').select('key_id').execute())?.length, 4);
  assert.deepEqual((await Promise.all(services.map(createFirstKeys))).flat(), []);
});
