/** A webhook endpoint can be switched off and on, and tested. */
import assert from 'node:assert/strict';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { act, many, newEndpoint, WEBHOOKS, writeDeliveries } from './support/webhooks/webhook-endpoints.ts';

const HOUR_MS = 3_600_000;

testOnEachDatabase('gives-up-pending-deliveries-of-a-disabled-endpoint', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  // The test's deliveries are due only in an hour, so that no sender takes them.
  move(HOUR_MS);
  const { id } = await newEndpoint(app);
  const pending = { status: 'pending', createdAt: service.clock.now() } as const;
  await writeDeliveries(
    service,
    id,
    many(() => pending),
  );
  const statuses = async () => {
    const rows = await service.db.selectFrom('webhook_deliveries').select(['status', 'next_at']).execute();
    return [...new Set(rows.map(({ status, next_at }) => `${status} ${next_at === null}`))];
  };
  assert.deepEqual(await statuses(), ['pending false']);
  const { body: disabled } = await act(app, id, 'disable');
  assert.deepEqual(
    { status: disabled.status, disabled_reason: disabled.disabled_reason },
    { status: 'disabled', disabled_reason: 'asked' },
  );
  assert.deepEqual(await statuses(), ['failed true']);
  assert.deepEqual((await act(app, id, 'disable')).body, disabled);
  // As a node leaves it if it dies while it gives up.
  await service.db.updateTable('webhook_deliveries').set({ status: 'pending', next_at: 0 }).execute();
  const { status, body: enabled } = await act(app, id, 'enable');
  assert.deepEqual(
    { status, enabledStatus: enabled.status, disabled_at: enabled.disabled_at },
    { status: 200, enabledStatus: 'enabled', disabled_at: null },
  );
  assert.deepEqual(await statuses(), ['failed true']);
  assert.deepEqual((await act(app, id, 'enable')).body, enabled);
});

testAsTenant('enables-what-failed-afresh', async ({ app, service, chain }) => {
  const { id } = await newEndpoint(app);
  const failing = { disabled_at: 7000, disabled_reason: 'failing', failing_since: 5000 } as const;
  await service.db.updateTable('webhook_endpoints').set(failing).where('chain', '=', chain).execute();
  const { body } = await ask(app, 'a', `${WEBHOOKS}/${id}`);
  assert.deepEqual(
    {
      status: body.status,
      disabled_reason: body.disabled_reason,
      disabled_at: body.disabled_at,
      failing_since: body.failing_since,
    },
    {
      status: 'disabled',
      disabled_reason: 'failing',
      disabled_at: '1970-01-01T00:00:07.000Z',
      failing_since: '1970-01-01T00:00:05.000Z',
    },
  );
  assert.equal((await act(app, id, 'disable')).body.disabled_reason, 'failing');
  const { body: enabled } = await act(app, id, 'enable');
  assert.deepEqual(
    {
      status: enabled.status,
      disabled_reason: enabled.disabled_reason,
      disabled_at: enabled.disabled_at,
      failing_since: enabled.failing_since,
    },
    { status: 'enabled', disabled_reason: null, disabled_at: null, failing_since: null },
  );
});

testAsTenant('sends-a-test-to-one-endpoint-alone', async ({ app, service, chain }) => {
  const { id } = await newEndpoint(app, { types: ['agent.halted'] });
  await newEndpoint(app);
  const { status, body } = await act(app, id, 'test');
  const stored = service.db.selectFrom('events').selectAll().where('chain', '=', chain);
  const events = await stored.execute();
  assert.deepEqual({ status, eventsCount: events.length }, { status: 200, eventsCount: 1 });
  assert.deepEqual(
    {
      event_id: events[0]?.event_id,
      type: events[0]?.type,
      endpoint_id: events[0]?.endpoint_id,
      data: events[0]?.data,
    },
    {
      event_id: body.event_id,
      type: 'webhook.test',
      endpoint_id: id,
      data: JSON.stringify({ endpoint_id: id }),
    },
  );
  await act(app, id, 'disable');
  const refused = await act(app, id, 'test');
  assert.deepEqual(
    { status: refused.status, body: refused.body },
    { status: 409, body: { detail: 'The webhook endpoint is disabled.', code: 'webhook_disabled' } },
  );
  assert.equal((await stored.execute()).length, 1);
});

testAsTenantOnEachDatabase(
  'switches-one-step-at-a-time-however-many-switch-at-once',
  async ({ app, service, chain }) => {
    const { id } = await newEndpoint(app);
    const verbs = Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? 'disable' : 'enable'));
    const answers = await Promise.all(verbs.map((verb) => act(app, id, verb)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const rows = await service.db
      .selectFrom('artifacts')
      .select('action')
      .where('chain', '=', chain)
      .where('action', 'in', ['webhook.enable', 'webhook.disable'])
      .orderBy('position')
      .execute();
    assert.ok(rows.length > 0);
    for (const [place, { action }] of rows.entries()) {
      assert.equal(action, place % 2 === 0 ? 'webhook.disable' : 'webhook.enable', `step ${place}`);
    }
    const { body } = await ask(app, 'a', `${WEBHOOKS}/${id}`);
    assert.equal(body.status, rows.length % 2 === 0 ? 'enabled' : 'disabled');
  },
);
