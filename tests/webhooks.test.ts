/** Webhook endpoints over the HTTP API: created, changed and deleted. */
import assert from 'node:assert/strict';
import { brief } from './support/approvals/approvals.ts';
import { type Answer, ask } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import {
  act,
  endpointRow,
  NOWHERE,
  newEndpoint,
  WEBHOOKS,
  writeDelivery,
} from './support/webhooks/webhook-endpoints.ts';

testAsTenantOnEachDatabase('creates-lists-changes-and-deletes-an-endpoint', async ({ app }, _t) => {
  const { secret, ...made } = await newEndpoint(app, {
    description: 'to the team',
    types: ['approval.resolved', 'approval.created', 'approval.created'],
  });
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.match(made.id, /^whe_[0-9a-f]{24}$/);
  assert.deepEqual(made, {
    id: made.id,
    url: NOWHERE,
    description: 'to the team',
    types: ['approval.created', 'approval.resolved'],
    environment: 'production',
    status: 'enabled',
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    created_at: made.created_at,
    previous_secret_until: null,
  });
  const { secret: _, ...second } = await newEndpoint(app);
  assert.deepEqual(
    { types: second.types, description: second.description },
    { types: null, description: null },
  );
  const list = await ask(app, 'a', WEBHOOKS);
  assert.deepEqual(list.body, { endpoints: [made, second], total: 2 });
  const one = `${WEBHOOKS}/${made.id}`;
  assert.deepEqual((await ask(app, 'a', one)).body, made);

  const change = async (body: object) => (await ask(app, 'a', one, { method: 'PATCH', body })).body;
  const url = 'https://elsewhere.invalid:8443/hook?token=t';
  assert.deepEqual(await change({ url }), { ...made, url });
  assert.deepEqual(await change({ types: null, description: null }), {
    ...made,
    url,
    types: null,
    description: null,
  });
  assert.deepEqual(await change({}), { ...made, url, types: null, description: null });

  const deleted = await ask(app, 'a', one, { method: 'DELETE' });
  assert.deepEqual(
    { status: deleted.status, body: deleted.body },
    { status: 200, body: { id: made.id, deleted: true } },
  );
  for (const method of ['DELETE', 'GET'] as const) {
    assert.equal((await ask(app, 'a', one, { method })).status, 404);
  }
  assert.deepEqual((await ask(app, 'a', WEBHOOKS)).body, { endpoints: [second], total: 1 });
});

testAsTenant('answers-foreign-and-missing-endpoints-alike', async ({ app, service, name, sandboxKey }) => {
  const { id } = await newEndpoint(app);
  const eventId = await writeDelivery(service, id, { status: 'delivered', createdAt: service.clock.now() });
  const before = await endpointRow(service, id);
  const { secret: other } = await keyHolder(service, `${name}-other`);
  const unknown = `whe_${'0'.repeat(24)}`;
  const asked: [string, string, string | undefined][] = [
    [id, eventId, other],
    [id, eventId, sandboxKey],
    [unknown, eventId, undefined],
    ['x', eventId, undefined],
    ['whe_%00', eventId, undefined],
  ];
  const answers = new Set<string>();
  for (const [endpoint, event, key] of asked) {
    const one = `${WEBHOOKS}/${endpoint}`;
    const calls: Promise<Answer>[] = [
      ask(app, 'a', one, { key }),
      ask(app, 'a', one, { key, method: 'PATCH', body: { types: null } }),
      ask(app, 'a', one, { key, method: 'DELETE' }),
      ...['rotate-secret', 'enable', 'disable', 'test'].map((verb) => act(app, endpoint, verb, { key })),
      ask(app, 'a', `${one}/deliveries`, { key }),
      ask(app, 'a', `${one}/deliveries/${event}`, { key }),
      act(app, endpoint, `deliveries/${event}/replay`, { key }),
      act(app, endpoint, 'replay', { key, body: { since: '2020-01-01' } }),
    ];
    for (const call of calls) answers.add(JSON.stringify(await brief(call)));
  }
  assert.deepEqual([...answers], ['{"status":404,"body":{"detail":"There is no such webhook endpoint."}}']);
  assert.deepEqual(await endpointRow(service, id), before);
  for (const key of [other, sandboxKey]) {
    assert.deepEqual((await ask(app, 'a', WEBHOOKS, { key })).body, { endpoints: [], total: 0 });
  }
});

testAsTenantOnEachDatabase(
  'takes-at-most-fifty-endpoints-when-many-come-at-once',
  async ({ app, sandboxKey }) => {
    const create = () => ask(app, 'a', WEBHOOKS, { body: { url: NOWHERE } });
    const answers = await Promise.all(Array.from({ length: 60 }, create));
    assert.deepEqual(
      [200, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length),
      [50, 10],
    );
    const { body } = await ask(app, 'a', WEBHOOKS);
    assert.equal(body.total, 50);
    assert.equal((await ask(app, 'a', WEBHOOKS, { body: { url: NOWHERE }, key: sandboxKey })).status, 200);
    await ask(app, 'a', `${WEBHOOKS}/${body.endpoints[7].id}`, { method: 'DELETE' });
    assert.equal((await create()).status, 200);
    assert.equal((await create()).status, 409);
  },
);
