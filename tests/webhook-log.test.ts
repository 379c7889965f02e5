/** The log of deliveries to a webhook endpoint, and replays from it. */
import assert from 'node:assert/strict';
import { brief, serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, askOk } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import {
  act,
  endpointRow,
  many,
  newEndpoint,
  WEBHOOKS,
  writeDeliveries,
  writeDelivery,
} from './support/webhooks/webhook-endpoints.ts';

const HOUR_MS = 3_600_000;

testAsTenantOnEachDatabase(
  'lists-deliveries-newest-first-page-by-page',
  async ({ app, service, name, sandboxKey }) => {
    const { id } = await newEndpoint(app);
    const { id: otherId } = await newEndpoint(app);
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      const status = number % 3 === 0 ? 'failed' : 'delivered';
      ids.unshift(await writeDelivery(service, id, { status, createdAt: 1000 * number }));
      await writeDelivery(service, otherId, { status, createdAt: 1000 * number });
    }
    assert.deepEqual(await pagesOf('?limit=4'), [ids.slice(0, 4), ids.slice(4)]);
    assert.deepEqual(await pagesOf('?limit=2&status=failed'), [[ids[0], ids[3]], [ids[6]]]);
    assert.deepEqual(await pagesOf('?status=pending'), [[]]);

    const list = `${WEBHOOKS}/${id}/deliveries`;
    const { body } = await ask(app, 'a', `${list}?limit=2`);
    assert.deepEqual(body.items[0], {
      event_id: ids[0],
      type: 'approval.created',
      status: 'failed',
      attempt_count: 0,
      next_attempt_at: null,
      created_at: '1970-01-01T00:00:06.000Z',
      settled_at: '1970-01-01T00:00:06.000Z',
    });
    const cursor = body.next_cursor;
    const { secret: stranger } = await keyHolder(service, `${name}-other`);
    const { id: strangers } = await newEndpoint(app, {}, { key: stranger });
    const { id: sandboxed } = await newEndpoint(app, {}, { key: sandboxKey });
    for (const [url, key] of [
      [`${list}?status=failed&cursor=${cursor}`, undefined],
      [`${list}?cursor=x${cursor}`, undefined],
      [`${list}?cursor=`, undefined],
      [`${list}?limit=0`, undefined],
      [`${list}?limit=1001`, undefined],
      [`${list}?status=x`, undefined],
      [`${list}?sort=up`, undefined],
      [`${WEBHOOKS}/${otherId}/deliveries?cursor=${cursor}`, undefined],
      [`${WEBHOOKS}/${strangers}/deliveries?cursor=${cursor}`, stranger],
      [`${WEBHOOKS}/${sandboxed}/deliveries?cursor=${cursor}`, sandboxKey],
    ] as const) {
      assert.equal((await ask(app, 'a', url, { key })).status, 422, url);
    }

    async function pagesOf(query: string): Promise<string[][]> {
      const found: string[][] = [];
      for (let next: string | null = ''; next !== null; ) {
        const page = await askOk(app, 'a', `${WEBHOOKS}/${id}/deliveries${query}${next}`);
        found.push(page.items.map((item: { event_id: string }) => item.event_id));
        next = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
      }
      return found;
    }
  },
);

testAsTenant('shows-how-each-attempt-ended', async ({ app, service }) => {
  const { id } = await newEndpoint(app);
  const eventId = await writeDelivery(service, id, {
    status: 'delivered',
    createdAt: 1000,
    attempts: [
      { status: null, error: 'no answer within 15 s' },
      // Cut in the middle of a character.
      { status: 500, error: 'answered 500', response: Buffer.from([0x6f, 0x68, 0xe2, 0x82]) },
      { status: 204 },
    ],
  });
  const { status, body } = await ask(app, 'a', `${WEBHOOKS}/${id}/deliveries/${eventId}`);
  assert.deepEqual(
    { status, event_id: body.event_id, attempt_count: body.attempt_count },
    { status: 200, event_id: eventId, attempt_count: 3 },
  );
  const timed = { duration_ms: 7 };
  const none = { error: null, response: null };
  assert.deepEqual(body.attempts, [
    {
      ...none,
      ...timed,
      attempt: 1,
      started_at: '1970-01-01T00:00:01.000Z',
      status: null,
      error: 'no answer within 15 s',
    },
    {
      ...timed,
      attempt: 2,
      started_at: '1970-01-01T00:00:01.001Z',
      status: 500,
      error: 'answered 500',
      response: 'oh\ufffd',
    },
    { ...none, ...timed, attempt: 3, started_at: '1970-01-01T00:00:01.002Z', status: 204 },
  ]);
  const { id: otherId } = await newEndpoint(app);
  for (const [endpoint, event] of [
    [otherId, eventId],
    [id, `evt_${'0'.repeat(24)}`],
    [id, 'x'],
    [id, 'evt_%00'],
  ]) {
    const refused = await brief(ask(app, 'a', `${WEBHOOKS}/${endpoint}/deliveries/${event}`));
    assert.deepEqual(refused, { status: 404, body: { detail: 'There is no such delivery.' } });
    assert.equal((await act(app, endpoint ?? '', `deliveries/${event}/replay`)).status, 404);
  }
});

testOnOneDatabase('replays-one-delivery-in-each-of-its-states', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  // A replayed delivery is due only in an hour, so that no sender takes it while the test looks.
  move(HOUR_MS);
  const { id } = await newEndpoint(app);
  for (const status of ['failed', 'delivered', 'pending'] as const) {
    const attempts = [{ status: 500, error: 'answered 500' }, { status: 204 }];
    const eventId = await writeDelivery(service, id, { status, createdAt: service.clock.now(), attempts });
    const answered = await act(app, id, `deliveries/${eventId}/replay`);
    const due = (await endpointRow(service, id))?.due_at ?? 0;
    assert.equal(answered.status, 200);
    assert.equal(answered.body.status, 'pending');
    assert.equal(answered.body.attempt_count, 2);
    assert.equal(answered.body.settled_at, null);
    assert.equal(Date.parse(answered.body.next_attempt_at), due);
    const row = await service.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      { status: row.status, tries: row.tries, attempts: row.attempts, next_at: row.next_at },
      { status: 'pending', tries: 0, attempts: 2, next_at: due },
    );
  }
});

testOnEachDatabase('replays-all-that-failed-since-a-time', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  move(HOUR_MS);
  const { id } = await newEndpoint(app);
  const { id: otherId } = await newEndpoint(app);
  const since = Date.parse('2026-05-01T00:00:00Z');
  await writeDelivery(service, id, { status: 'failed', createdAt: since - 1 });
  await writeDelivery(service, id, { status: 'delivered', createdAt: since });
  await writeDelivery(service, otherId, { status: 'failed', createdAt: since });
  const failed = { status: 'failed' } as const;
  await writeDeliveries(
    service,
    id,
    many((number) => ({ ...failed, createdAt: since + number })),
  );
  const answered = await act(app, id, 'replay', { body: { since: '2026-05-01' } });
  assert.deepEqual(
    { status: answered.status, body: answered.body },
    { status: 200, body: { replayed: 501 } },
  );
  const rows = await service.db.selectFrom('webhook_deliveries').selectAll().execute();
  const pending = rows.filter(({ status }) => status === 'pending');
  assert.equal(pending.length, 501);
  assert.ok(pending.every((row) => row.endpoint_id === id && row.created_at >= since && row.tries === 0));
  assert.ok(((await endpointRow(service, id))?.due_at ?? 0) > 0);
  assert.equal((await endpointRow(service, otherId))?.due_at, null);
  const again = await act(app, id, 'replay', { body: { since: '2026-05-01T00:00:00+00:00' } });
  assert.deepEqual(again.body, { replayed: 0 });
  for (const body of [{}, { since: 'yesterday' }, { since: 7 }, { since: '2026-05-01', all: true }]) {
    assert.equal((await act(app, id, 'replay', { body })).status, 422, JSON.stringify(body));
  }
});

testAsTenant('replays-nothing-to-an-endpoint-that-is-disabled', async ({ app, service, chain }) => {
  const { id } = await newEndpoint(app);
  const eventId = await writeDelivery(service, id, { status: 'failed', createdAt: 1000 });
  await act(app, id, 'disable');
  for (const answered of [
    await brief(act(app, id, `deliveries/${eventId}/replay`)),
    await brief(act(app, id, 'replay', { body: { since: '1970-01-01' } })),
  ]) {
    assert.deepEqual(answered, {
      status: 409,
      body: { detail: 'The webhook endpoint is disabled.', code: 'webhook_disabled' },
    });
  }
  const deliveries = service.db.selectFrom('webhook_deliveries').select(['status', 'next_at']);
  const rows = await deliveries.where('chain', '=', chain).execute();
  assert.deepEqual(rows, [{ status: 'failed', next_at: null }]);
});

testAsTenantOnEachDatabase('deletes-an-endpoint-together-with-its-log', async ({ app, service, chain }) => {
  const { id } = await newEndpoint(app);
  const { id: otherId } = await newEndpoint(app);
  const failed = { status: 'failed', attempts: [{ status: 500 }] } as const;
  await writeDeliveries(
    service,
    id,
    many((createdAt) => ({ ...failed, createdAt })),
  );
  await writeDelivery(service, otherId, { status: 'failed', createdAt: 0, attempts: [{ status: 500 }] });
  assert.equal((await ask(app, 'a', `${WEBHOOKS}/${id}`, { method: 'DELETE' })).status, 200);
  for (const table of ['webhook_deliveries', 'webhook_attempts', 'webhook_endpoints'] as const) {
    const rows = service.db.selectFrom(table).select('endpoint_id');
    const left = await rows.where('chain', '=', chain).execute();
    assert.deepEqual(left, [{ endpoint_id: otherId }], table);
  }
});
