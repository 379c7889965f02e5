/** A legal hold is evidence, and protects matching records from redaction, retention and erasure until it is lifted. */
import assert from 'node:assert/strict';
import { findArtifact } from '@assize/service/evidence/reading/index.ts';
import { removePayloads } from '@assize/service/proof/removal/carry-out.ts';
import { removalChore } from '@assize/service/proof/removal/chore.ts';
import { stateRedaction } from '@assize/service/proof/removal/redact.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import {
  actsOf,
  after,
  appendAt,
  chainWith,
  DAY_MS,
  evaluated,
  positionsWithPayload,
  redact,
  redactWhole,
  requireAccountedFor,
  untilRemoved,
} from './support/evidence/removals.ts';
import { hold, lift, requireTrue } from './support/governance/holds.ts';
import { type Answer, ask, evaluate, startTestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const never = new AbortController().signal;

testAsTenantOnEachDatabase('refuses-to-redact-what-is-held-and-names-the-hold', async ({ app }) => {
  const id = await evaluated(app, { note: 'kept' });
  const other = await evaluated(app, { note: 'free' });
  const held = await hold(app, { evidence_ids: [id] });
  const { status, body } = await redact(app, id);
  assert.equal(status, 409);
  assert.match(body.detail, new RegExp(held.hold_id));
  assert.equal((await redactWhole(app, other)).body.payload_removed, true);

  const { body: set } = await ask(app, 'a', `/api/v1/evidence/${held.evidence_id}`);
  assert.equal(set.action, 'evidence.hold');
  assert.deepEqual(set.payload.change, {
    hold_id: held.hold_id,
    filter: { evidence_ids: [id] },
    reason: 'Case 2026-31',
  });
  assert.equal((await redact(app, held.evidence_id)).status, 409, 'the record of a hold stays');

  const lifted = await lift(app, held.hold_id);
  assert.equal(lifted.status, 'lifted');
  assert.equal(lifted.lift_reason, 'Closed');
  assert.deepEqual(await lift(app, held.hold_id), lifted, 'again');
  assert.equal((await redactWhole(app, id)).body.payload_removed, true);
  await requireTrue(app);
});

testAsTenant('matches-each-part-of-a-filter', async ({ app }) => {
  const id = await evaluated(app, {});
  const { body: record } = await ask(app, 'a', `/api/v1/evidence/${id}`);
  const at = Date.parse(record.timestamp ?? record.created_at);
  const day = (days: number) => new Date(at + days * DAY_MS).toISOString();
  const cases: [filter: object, isHeld: boolean][] = [
    [{}, true],
    [{ actions: ['email.send'] }, true],
    [{ actions: ['email.sends'] }, false],
    [{ artifact_types: ['governance_eval'] }, true],
    [{ artifact_types: ['action_executed'] }, false],
    [{ actors: [record.actor] }, true],
    [{ actors: ['another'] }, false],
    [{ from_date: day(-1), to_date: day(1) }, true],
    [{ from_date: day(1) }, false],
    [{ to_date: day(-1) }, false],
    [{ evidence_ids: [id], actions: ['other'] }, false],
  ];
  for (const [filter, isHeld] of cases) {
    const { hold_id } = await hold(app, filter);
    if (isHeld) assert.equal((await redact(app, id)).status, 409, JSON.stringify(filter));
    await lift(app, hold_id);
    if (isHeld) continue;
    const fresh = await evaluated(app, {});
    const { hold_id: again } = await hold(
      app,
      'evidence_ids' in filter ? { ...filter, evidence_ids: [fresh] } : filter,
    );
    if (!('from_date' in filter || 'to_date' in filter)) {
      assert.equal((await redact(app, fresh)).status, 200, JSON.stringify(filter));
    }
    await lift(app, again);
  }
});

testAsTenant('holds-an-agent-and-an-action-however-they-are-spelled', async ({ app }) => {
  await hold(app, { actors: ['bot-7'], actions: ['email.send'] });
  for (const [agent_id, action, isHeld] of [
    ['Bot-7', 'email.send', true],
    ['bot_7', 'Email.Send', true],
    ['ｂｏｔ\u200b-7', 'email_send', true],
    ['b\u043et-7', 'email.send', true],
    ['bot-77', 'email.send', false],
    ['bot-7', 'email.sent', false],
  ] as const) {
    const { body } = await evaluate(app, 'b', { action, agent_id, context: {} });
    const { status } = await redact(app, body.evidence_id);
    assert.equal(status, isHeld ? 409 : 200, `${agent_id} ${action}`);
  }
});

testAsTenant('answers-what-is-wrong-with-a-hold', async ({ app, sandboxKey }) => {
  const post = (body: unknown) => ask(app, 'a', '/api/v1/holds', { body });
  for (const body of [
    {},
    { filter: {} },
    { filter: { what: 1 }, reason: 'x' },
    { filter: { actions: [] }, reason: 'x' },
    { filter: { from_date: '2026-02-01', to_date: '2026-01-01' }, reason: 'x' },
    { filter: {}, reason: '' },
  ]) {
    assert.equal((await post(body)).status, 422, JSON.stringify(body));
  }
  const { hold_id } = await hold(app, { actors: ['a'] });
  const get = (url: string, key?: string) => ask(app, 'a', url, key === undefined ? {} : { key });
  assert.equal((await get(`/api/v1/holds/${hold_id}`)).status, 200);
  assert.equal((await get(`/api/v1/holds/${hold_id}`, sandboxKey)).status, 404);
  assert.equal((await get('/api/v1/holds/hld_x')).status, 404);
  const { body: listed } = await get('/api/v1/holds');
  assert.deepEqual(
    listed.items.map((each: Answer['body']) => each.hold_id),
    [hold_id],
  );
  assert.equal((await ask(app, 'a', `/api/v1/holds/${hold_id}`, { method: 'DELETE' })).status, 422);
  await lift(app, hold_id);
  assert.deepEqual((await get('/api/v1/holds')).body.items, []);
  assert.equal((await get('/api/v1/holds?status=all')).body.items.length, 1);
});

testOnEachDatabase('keeps-what-is-held-from-retention-until-it-is-lifted', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_INIT_TIER: 'free' });
  const held = await evaluated(app, { note: 'held' });
  const chain = await chainWith(service, held);
  const ids = [held];
  for (let count = 0; count < 5; count += 1) ids.push(await evaluated(app, { count }));
  const { body: last } = await evaluate(app, 'b', { action: 'other.kind', context: {} });
  const one = await hold(app, { evidence_ids: [held, ids[3], last.evidence_id] });
  const positions = await positionsWithPayload(service, chain);
  const deps = after(service, 31);
  await untilRemoved(service, () => removalChore(deps).run(never));
  const kept = await idsWithPayload(service, chain);
  assert.deepEqual(
    kept.filter((id) => [...ids, last.evidence_id].includes(id)),
    [held, ids[3], last.evidence_id],
  );
  assert.ok(positions.length > kept.length);
  await requireAccountedFor(service, chain);
  await requireTrue(app);
  const stated = await actsOf(service, chain);
  assert.ok(stated.length <= 2, `${stated.length} statements`);

  await untilRemoved(service, () => removalChore(deps).run(never));
  assert.equal((await actsOf(service, chain)).length, stated.length, 'nothing is stated again');
  await lift(app, one.hold_id);
  for (const _ of [1, 2]) await untilRemoved(service, () => removalChore(deps).run(never));
  const left = await idsWithPayload(service, chain);
  assert.deepEqual(
    left.filter((id) => [...ids, last.evidence_id].includes(id)),
    [],
  );
  await requireAccountedFor(service, chain);
  await requireTrue(app);
});

testOnEachDatabase('holds-what-is-stated-and-not-yet-deleted', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const id = await evaluated(app, { note: 'late' });
  const chain = await chainWith(service, id);
  const artifact = await findArtifact(service.db, chain, id);
  assert.ok(artifact !== null);
  await stateRedaction(service, { chain, party: 'operator', reason: 'x' }, artifact);
  const { hold_id } = await hold(app, { evidence_ids: [id] });
  const other = await evaluated(app, {});
  await redactWhole(app, other);
  await removalChore(after(service, 0, 'unlimited')).run(never);
  assert.ok((await idsWithPayload(service, chain)).includes(id));
  assert.equal((await redact(app, id)).body.payload_removed, false);
  await lift(app, hold_id);
  assert.equal((await redactWhole(app, id)).body.payload_removed, true);
});

testOnEachDatabase('holds-what-is-about-to-be-deleted', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const id = await evaluated(app, { note: 'late' });
  const chain = await chainWith(service, id);
  await hold(app, { actors: ['another'] });
  const artifact = await findArtifact(service.db, chain, id);
  assert.ok(artifact !== null);
  const stated = await stateRedaction(service, { chain, party: 'operator', reason: 'x' }, artifact);
  let isHeld = false;
  // After the check for a hold, and before the record is deleted.
  const held = async () => {
    if (!isHeld) await hold(app, { evidence_ids: [id] });
    isHeld = true;
  };
  const db = new Proxy(service.db, {
    get(real, name) {
      if (name !== 'transaction') return Reflect.get(real, name, real).bind?.(real);
      const execute: ReturnType<typeof real.transaction>['execute'] = async (work) => {
        await held();
        return await real.transaction().execute(work);
      };
      return () => ({ execute });
    },
  });
  await removePayloads({ db, clock: service.clock }, stated, async () => true);
  assert.ok(isHeld);
  assert.ok((await idsWithPayload(service, chain)).includes(id));
});

testOnEachDatabase('prunes-long-held-chains-in-one-pass', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_INIT_TIER: 'free' });
  const chain = await chainWith(service, await evaluated(app, {}));
  const now = service.clock.now();
  await appendAt(
    service,
    chain,
    Array.from({ length: 1500 }, () => now),
  );
  await hold(app, { actions: ['email.send'] });
  let queries = 0;
  const db = service.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await removalChore({ ...after(service, 31), db }).run(never);
  assert.ok(queries < 120, `${queries} queries for 1,500 held records`);
  assert.ok((await positionsWithPayload(service, chain)).length > 1500);
});

async function idsWithPayload(
  service: Parameters<typeof positionsWithPayload>[0],
  chain: number,
): Promise<string[]> {
  const positions = await positionsWithPayload(service, chain);
  const rows = await service.db
    .selectFrom('artifacts')
    .select('id')
    .where('chain', '=', chain)
    .where('position', 'in', positions)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}
