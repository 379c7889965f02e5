/** A database of an earlier version: what it kept without evidence is stated once, and nothing can be slipped in since. */
import assert from 'node:assert/strict';
import { canonicalJson } from '@assize/evidence-format';
import { evaluate as evaluateFor } from '@assize/service/evaluation/index.ts';
import { createLogger } from '@assize/service/log/log.ts';
import { type House, openHouse } from '@assize/service/wiring.ts';
import { GRAVE } from './support/approvals.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { type OpenHouse, openTestHouse, PRODUCTION_KEY } from './support/house.ts';
import { counterpartsOf } from './support/truth-counterparts.ts';
import { keysOf } from './support/truth-parts.ts';

/** As an earlier version recorded it: what the approval takes stands in its row alone. */
async function askAsBefore(house: House): Promise<string> {
  const principal = await house.authenticator.authenticate(PRODUCTION_KEY);
  const append: House['appender']['append'] = ({ artifact, ...entry }) => {
    const { approval: _, ...told } = JSON.parse(artifact.payload);
    return house.appender.append({ ...entry, artifact: { ...artifact, payload: canonicalJson(told) } });
  };
  const earlier = { ...house, appender: { ...house.appender, append } };
  const { escalationId = '' } = await evaluateFor(earlier, principal, GRAVE as never);
  return `apr_${escalationId.slice(4)}`;
}

/** Rows as an earlier version left them, with nothing on record of them. */
async function keptBefore({ house }: OpenHouse, chain: number): Promise<void> {
  const approval_id = await askAsBefore(house);
  const at = house.clock.now() - 1;
  const { db } = house;
  await db
    .insertInto('approval_decisions')
    .values({
      chain,
      approval_id,
      party: 'k',
      decision: 'approved',
      decided_by: null,
      comment: null,
      decided_at: at,
    })
    .execute();
  await db
    .insertInto('integrity_alarms')
    .values({ chain, alarm_id: 'alm_1', position: 1, problem: 'wrong_hash', message: 'm', raised_at: at })
    .execute();
  await db
    .insertInto('exports')
    .values({
      chain,
      export_id: 'exp_1',
      format: 'csv',
      filter: '{"from":null,"to":null,"artifactTypes":null}',
      size: 1,
      checkpoint: 'c',
      artifact_count: 1,
      created_at: at,
      created_by: 'k',
      expires_at: at,
    })
    .execute();
  await db
    .insertInto('webhook_endpoints')
    .values({
      chain,
      endpoint_id: 'whe_1',
      url: 'https://receiver.invalid/',
      description: null,
      types: null,
      secret: Buffer.alloc(40),
      created_at: at,
      created_by: 'k',
    })
    .execute();
}

/** As the migration leaves it, and the next start finds it. */
async function startAnew(house: House, chain: number): Promise<House> {
  await house.db.insertInto('takeovers_due').values({ chain }).execute();
  return openHouse(house.config, createLogger('silent'));
}

async function gapsOf(house: House, chain: number): Promise<string[]> {
  return (await house.truth.verify(chain)).gaps.map(({ registry, what }) => `${registry}: ${what}`);
}

testOnEachDatabase('states-once-what-an-earlier-version-kept', async (location, t) => {
  const earlier = await openTestHouse(t, location);
  const { chain } = await earlier.house.authenticator.authenticate(PRODUCTION_KEY);
  await keptBefore(earlier, chain);
  assert.equal((await gapsOf(earlier.house, chain)).length, 5, 'all of it, and what the approval takes');
  const house = await startAnew(earlier.house, chain);
  t.after(() => house.close());
  const { db } = house;
  const stated = await db
    .selectFrom('artifacts')
    .select('id')
    .where('action', '=', 'evidence.take_over')
    .execute();
  assert.equal(stated.length, 1);
  assert.deepEqual(await db.selectFrom('takeovers_due').selectAll().execute(), []);
  assert.deepEqual(await gapsOf(house, chain), []);

  await t.test('and-then-names-what-is-altered', async () => {
    await db.updateTable('approval_decisions').set({ decision: 'rejected' }).execute();
    await db.updateTable('integrity_alarms').set({ position: 2 }).execute();
    await db.updateTable('exports').set({ size: 2 }).execute();
    await db.updateTable('webhook_endpoints').set({ url: 'https://elsewhere.invalid/' }).execute();
    const gaps = (await gapsOf(house, chain)).sort();
    assert.deepEqual(
      gaps.map((gap) => gap.slice(0, gap.indexOf(':'))),
      ['alarms', 'decisions', 'endpoints', 'exports'],
    );
  });
});

testOnEachDatabase('an-approval-of-the-earlier-form-is-in-order-only-before-that', async (location, t) => {
  const { house: earlier } = await openTestHouse(t, location);
  const principal = await earlier.authenticator.authenticate(PRODUCTION_KEY);
  await askAsBefore(earlier);
  const house = await startAnew(earlier, principal.chain);
  t.after(() => house.close());
  await evaluateFor(house, principal, GRAVE as never);
  assert.deepEqual(await gapsOf(house, principal.chain), []);
  await askAsBefore(house);
  assert.deepEqual(await gapsOf(house, principal.chain), [
    'approvals: This evaluation does not record what its approval takes.',
  ]);
});

testOnEachDatabase('does-not-vouch-for-what-was-slipped-in-since', async (location, t) => {
  const { house, app } = await openTestHouse(t, location);
  const { chain } = await house.authenticator.authenticate(PRODUCTION_KEY);
  const { made } = await keysOf(app);
  await counterpartsOf({ house, app }, chain, made);
  assert.deepEqual(await gapsOf(house, chain), []);
  const again = await startAnew(house, chain);
  t.after(() => again.close());
  const gaps = await gapsOf(again, chain);
  assert.ok(gaps.length > 0);
  for (const gap of gaps) assert.match(gap, /taken over after it had its records/);
});
