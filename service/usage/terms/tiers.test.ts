/** A tenant's allowances for a month, by its tier and its agreed terms, and whether it stops there. */

import assert from 'node:assert/strict';
import { testAsTenant, testAsTenantOnEachDatabase } from '../../../tests/support/people/tenants.ts';
import { Failure } from '../../foundation/failure.ts';
import { changeTenant, createTenant, setTier } from '../../tenants/index.ts';
import { agree } from '../account/agree.ts';
import { ALLOWANCES } from './prices.ts';
import { allowancesOf } from './tiers.ts';

const MONTH = 2026 * 12 + 9;

testAsTenantOnEachDatabase(
  'allows-a-month-what-its-tier-and-what-was-agreed-say',
  async ({ service, name }) => {
    const acme = `${name}-acme`;
    let nowMs = Date.UTC(2026, 9, 31, 23, 59, 59, 999);
    const deps = { db: service.db, ids: service.ids, clock: { ...service.clock, now: () => nowMs } };
    const { tenantId } = await createTenant(deps, acme, 'free');
    const of = (month: number) => allowancesOf(service.db, tenantId, month);
    const free = { tier: 'free', allowances: ALLOWANCES.free, stops: true, hardLimit: false };
    assert.deepEqual(await of(MONTH), free);
    nowMs = Date.UTC(2026, 10, 1, 1);
    await setTier(deps, acme, 'team');
    assert.deepEqual(await of(MONTH), free, 'the month has ended');
    assert.deepEqual(await of(MONTH + 1), {
      ...free,
      tier: 'team',
      allowances: ALLOWANCES.team,
      stops: false,
    });
    await changeTenant(service.db, acme, { hardLimit: true });
    assert.deepEqual((await of(MONTH + 1)).stops, true);
    await changeTenant(service.db, acme, { hardLimit: false });

    await setTier(deps, acme, 'enterprise');
    const stated = { allowances: { core_api_calls: 7, evidence_storage_gb: 1.5, compliance_checks: null } };
    await agree(deps, acme, JSON.stringify(stated));
    const { allowances, stops } = await of(MONTH + 1);
    const own = { core_api_calls: 7, evidence_storage_gb: 1_500_000_000 };
    assert.deepEqual(
      { allowances, stops },
      { allowances: { ...ALLOWANCES.enterprise, ...own }, stops: false },
    );
    nowMs += 5;
    await setTier(deps, acme, 'free');
    assert.equal((await of(MONTH + 1)).tier, 'enterprise');
    assert.deepEqual(await of(MONTH + 2), free);
    await agree(deps, acme, null);
    assert.deepEqual((await of(MONTH + 1)).allowances, ALLOWANCES.enterprise);
  },
);

const STRANGE: [text: string, expected: RegExp][] = [
  ['{', /not JSON/],
  ['[]', /^What was agreed should be a JSON object$/],
  ['null', /should be a JSON object/],
  ['{"__proto__":1}', /^__proto__ should be left out/],
  ['{"credit":10}', /^credit should be left out: known are allowances, rates_micro_usd, base_usd,/],
  ['{"base_usd":-1}', /^base_usd should be a number of at most 6 decimals from 0 to 10000000$/],
  ['{"base_usd":null}', /base_usd/],
  ['{"base_usd":1e300}', /base_usd/],
  ['{"base_usd":0.0000001}', /base_usd/],
  ['{"base_usd":"1"}', /base_usd/],
  ['{"allowances":[]}', /^allowances should be an object$/],
  ['{"allowances":{"evaluations":1}}', /^allowances.evaluations should be left out: the meters are/],
  ['{"allowances":{"core_api_calls":-1}}', /core_api_calls should be a whole number from 0 .* null for no/],
  ['{"allowances":{"core_api_calls":0.5}}', /core_api_calls/],
  ['{"allowances":{"evidence_storage_gb":1000001}}', /evidence_storage_gb/],
  ['{"rates_micro_usd":{"core_api_calls":null}}', /rates_micro_usd.core_api_calls should be a whole number/],
  ['{"rates_micro_usd":{"core_api_calls":1.5}}', /rates_micro_usd.core_api_calls/],
  ['{"evaluations_per_second":0}', /evaluations_per_second should be .* from 1/],
  ['{"evidence_per_day":1e13}', /evidence_per_day/],
  ['{"base_usd":1,"base_usd":2}', /^base_usd should be stated once$/],
];

testAsTenant('refuses-what-could-not-be-agreed', async ({ service, name }) => {
  const acme = `${name}-acme`;
  const small = `${name}-small`;
  const { tenantId } = await createTenant(service, acme, 'enterprise');
  for (const [text, expected] of STRANGE)
    assert.match(await refusal(agree(service, acme, text)), expected, text);
  const both = await refusal(agree(service, acme, '{"base_usd":-1,"credit":1}'));
  assert.equal(both.split('\n').length, 2, 'every fault at once');
  assert.deepEqual((await allowancesOf(service.db, tenantId, MONTH)).allowances, ALLOWANCES.enterprise);
  await createTenant(service, small, 'team');
  assert.match(
    await refusal(agree(service, small, '{}')),
    /^Put t-[0-9a-f]+-small on the enterprise tier or plan/,
  );
  assert.match(await refusal(agree(service, 'unknown', '{}')), /no tenant named unknown/);
});

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure, String(error));
  return error.details.faults?.map(({ message }) => message).join('\n') ?? error.publicMessage;
}
