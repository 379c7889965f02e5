/** A database of an earlier version: rows without evidence are stated once, and later additions are found. */
import assert from 'node:assert/strict';
import { canonicalJson } from '@assize/evidence-format';
import { evaluate as evaluateFor } from '@assize/service/evaluation/index.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { type Service, startService } from '@assize/service/wiring.ts';
import { GRAVE } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import {
  openWithoutHttp,
  PRODUCTION_KEY,
  startTestService,
  type TestService,
} from './support/http/in-process.ts';
import { counterpartsOf } from './support/truth/truth-counterparts.ts';

/** As an earlier version recorded it: only the approval's row says what the approval requires. */
async function askAsBefore(service: Service): Promise<string> {
  const principal = await service.authenticator.authenticate(PRODUCTION_KEY);
  const append: Service['appender']['append'] = ({ artifact, ...entry }) => {
    const { approval: _, ...rest } = JSON.parse(artifact.payload);
    return service.appender.append({ ...entry, artifact: { ...artifact, payload: canonicalJson(rest) } });
  };
  const earlier = { ...service, appender: { ...service.appender, append } };
  const { escalationId = '' } = await evaluateFor(earlier, principal, GRAVE as never);
  return `apr_${escalationId.slice(4)}`;
}

/** Rows as an earlier version left them, with no record of them. */
async function keptBefore({ service }: TestService, chain: number): Promise<void> {
  const approval_id = await askAsBefore(service);
  const at = service.clock.now() - 1;
  const { db } = service;
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

/** As after the migration, before the next start. */
async function startAnew(service: Service, chain: number): Promise<Service> {
  await service.db.insertInto('takeovers_due').values({ chain }).execute();
  return startService(service.config, createLogger('silent'));
}

async function gapsOf(service: Service, chain: number): Promise<string[]> {
  return (await service.truth.verify(chain)).gaps.map(({ registry, what }) => `${registry}: ${what}`);
}

testOnEachDatabase('states-once-what-an-earlier-version-kept', async (location, t) => {
  const earlier = await startTestService(t, location);
  const { chain } = await earlier.service.authenticator.authenticate(PRODUCTION_KEY);
  await keptBefore(earlier, chain);
  assert.equal((await gapsOf(earlier.service, chain)).length, 5, 'all of it, and what the approval requires');
  const service = await startAnew(earlier.service, chain);
  t.after(() => service.close());
  const { db } = service;
  const stated = await db
    .selectFrom('artifacts')
    .select('id')
    .where('action', '=', 'evidence.take_over')
    .execute();
  assert.equal(stated.length, 1);
  assert.deepEqual(await db.selectFrom('takeovers_due').selectAll().execute(), []);
  assert.deepEqual(await gapsOf(service, chain), []);

  await t.test('and-then-names-what-is-altered', async () => {
    await db.updateTable('approval_decisions').set({ decision: 'rejected' }).execute();
    await db.updateTable('integrity_alarms').set({ position: 2 }).execute();
    await db.updateTable('exports').set({ size: 2 }).execute();
    await db.updateTable('webhook_endpoints').set({ url: 'https://elsewhere.invalid/' }).execute();
    const gaps = (await gapsOf(service, chain)).sort();
    assert.deepEqual(
      gaps.map((gap) => gap.slice(0, gap.indexOf(':'))),
      ['alarms', 'decisions', 'endpoints', 'exports'],
    );
  });
});

testOnOneDatabase('an-approval-of-the-earlier-form-is-valid-only-before-the-upgrade', async (location, t) => {
  const { service: earlier } = await openWithoutHttp(t, location);
  const principal = await earlier.authenticator.authenticate(PRODUCTION_KEY);
  await askAsBefore(earlier);
  const service = await startAnew(earlier, principal.chain);
  t.after(() => service.close());
  await evaluateFor(service, principal, GRAVE as never);
  assert.deepEqual(await gapsOf(service, principal.chain), []);
  await askAsBefore(service);
  assert.deepEqual(await gapsOf(service, principal.chain), [
    'approvals: This evaluation does not record what its approval takes.',
  ]);
});

testOnOneDatabase('does-not-vouch-for-what-was-slipped-in-since', async (location, t) => {
  const { service, app } = await startTestService(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  await counterpartsOf({ service, app }, chain);
  assert.deepEqual(await gapsOf(service, chain), []);
  const again = await startAnew(service, chain);
  t.after(() => again.close());
  const gaps = await gapsOf(again, chain);
  assert.ok(gaps.length > 0);
  for (const gap of gaps) assert.match(gap, /taken over after it had its records/);
});
