/**
 * Only the answer that creates a webhook shows its secret; only keys that manage it see its address, which may hold a
 * token.
 */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { withPayloads } from './support/databases/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { spawnFor } from './support/processes/service.ts';
import { act, endpointRow, NOWHERE, newEndpoint, WEBHOOKS } from './support/webhooks/webhook-endpoints.ts';

const HOUR_MS = 3_600_000;

testOnOneDatabase('keeps-the-former-secret-for-a-day', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  const made = await newEndpoint(app);
  const first = await endpointRow(service, made.id);
  const rotated = (await act(app, made.id, 'rotate-secret')).body;
  assert.match(rotated.secret, /^whsec_/);
  assert.notEqual(rotated.secret, made.secret);
  const second = await endpointRow(service, made.id);
  assert.deepEqual(second?.previous_secret, first?.secret);
  assert.notDeepEqual(second?.secret, first?.secret);
  const until = Date.parse(rotated.previous_secret_until);
  assert.equal(until, second?.previous_until);
  assert.ok(Math.abs(until - service.clock.now() - 24 * HOUR_MS) < HOUR_MS);
  const shown = async () => (await ask(app, 'a', `${WEBHOOKS}/${made.id}`)).body.previous_secret_until;
  move(23 * HOUR_MS);
  assert.equal(await shown(), rotated.previous_secret_until);
  move(HOUR_MS);
  assert.equal(await shown(), null);
});

testOnOneDatabase('creates-no-secret-that-it-cannot-seal', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location);
  const { id } = await newEndpoint(app);
  service.secretBox = null;
  for (const refused of [
    await ask(app, 'a', WEBHOOKS, { body: { url: NOWHERE } }),
    await act(app, id, 'rotate-secret'),
  ]) {
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers['retry-after']) > 0, 'says when to try again');
    assert.match(refused.body.detail, /under a key that this node does not have/);
  }
  assert.equal((await ask(app, 'a', WEBHOOKS)).body.total, 1);
});

testOnOneDatabase('leaves-evidence-of-each-change-without-secret-or-address', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const url = 'https://Receiver.invalid:8443/token-in-path?token-in-query';
  const made = await newEndpoint(app, { url, types: ['agent.halted'], description: 'kept private' });
  const one = `${WEBHOOKS}/${made.id}`;
  const change = (body: object) => ask(app, 'a', one, { method: 'PATCH', body });
  await change({ url: 'https://elsewhere.invalid/token-in-path?token-in-query', types: null });
  await change({ description: 'kept private either' });
  await change({ description: 'kept private either', types: null });
  const { body: rotated } = await act(app, made.id, 'rotate-secret');
  for (const verb of ['disable', 'disable', 'enable', 'enable']) await act(app, made.id, verb);
  await ask(app, 'a', one, { method: 'DELETE' });
  await ask(app, 'a', one, { method: 'DELETE' });

  const createdBy = await productionKeyId(service);
  const rows = await withPayloads(service.db)
    .select(['artifacts.action', 'artifacts.actor', 'artifact_payloads.payload'])
    .where('artifacts.action', 'like', 'webhook.%')
    .orderBy('artifacts.position')
    .execute();
  const payloads = rows.map(({ payload }) => Buffer.from(payload).toString('utf8'));
  const listed = rows.map(({ action, actor }, place) => {
    const { change, by } = JSON.parse(payloads[place] ?? '');
    assert.deepEqual(
      { actor, by, endpoint_id: change.endpoint_id },
      { actor: createdBy, by: createdBy, endpoint_id: made.id },
    );
    const { digests = {}, ...shown } = change;
    for (const digest of Object.values(digests)) assert.match(String(digest), /^hmac-sha256:[0-9a-f]{64}$/);
    return [action, { ...shown, endpoint_id: undefined }, Object.keys(digests)];
  });
  const [before, host] = [{ host: 'receiver.invalid:8443' }, { host: 'elsewhere.invalid' }];
  const none = { endpoint_id: undefined };
  assert.deepEqual(listed, [
    ['webhook.create', { ...none, ...before, types: ['agent.halted'] }, ['description', 'secret', 'url']],
    ['webhook.change', { ...none, ...host, changed: ['url', 'types'], types: null }, ['url']],
    ['webhook.change', { ...none, ...host, changed: ['description'] }, ['description']],
    ['webhook.rotate_secret', { ...none, ...host }, ['secret']],
    ['webhook.disable', { ...none, ...host }, []],
    ['webhook.enable', { ...none, ...host }, []],
    ['webhook.delete', { ...none, ...host }, []],
  ]);
  assert.doesNotMatch(payloads.join(), /token-in|kept private|whsec_/);
  for (const { secret } of [made, rotated]) assert.equal(payloads.join().includes(secret), false);
  const { body: verified } = await ask(app, 'a', '/api/v1/evidence/verify');
  assert.equal(verified.valid, true);
  const { body: truth } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
  assert.equal(truth.consistency_score, 1, JSON.stringify(truth));
});

testOnEachDatabase('shows-the-secret-once-and-stores-it-sealed', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const made = await newEndpoint(app);
  const { body: rotated } = await act(app, made.id, 'rotate-secret');
  const shown = await Promise.all([
    ask(app, 'a', WEBHOOKS),
    ask(app, 'a', `${WEBHOOKS}/${made.id}`),
    ask(app, 'a', `${WEBHOOKS}/${made.id}`, { method: 'PATCH', body: { description: 'x' } }),
    act(app, made.id, 'disable'),
    act(app, made.id, 'enable'),
    act(app, made.id, 'test'),
    ask(app, 'a', `${WEBHOOKS}/${made.id}/deliveries`),
  ]);
  assert.doesNotMatch(JSON.stringify(shown), /"secret"|whsec_/);
  const row = await endpointRow(service, made.id);
  for (const { secret } of [made, rotated]) {
    const plain = Buffer.from(secret.slice('whsec_'.length), 'base64');
    assert.equal(plain.length, 32);
    for (const stored of [row?.secret, row?.previous_secret]) {
      assert.ok(stored instanceof Uint8Array && stored.length > plain.length);
      assert.equal(Buffer.from(stored).includes(plain), false);
    }
  }
});

testOnOneDatabase('logs-neither-secret-nor-address', async (location, t) => {
  const service = await spawnFor(t, location, { ASSIZE_LOG_LEVEL: 'trace' });
  const client = connect(service.baseUrl);
  const url = `${NOWHERE}/token-in-path?token-in-query`;
  const { body: made } = await client.ask('a', WEBHOOKS, { body: { url } });
  const one = `${WEBHOOKS}/${made.id}`;
  const { body: rotated } = await client.ask('a', `${one}/rotate-secret`, { body: {} });
  await client.ask('a', WEBHOOKS, { body: { url: url.replace('https', 'ftp') } });
  await client.ask('a', one, { method: 'PATCH', body: { url: `${url}-changed` } });
  const { body: test } = await client.ask('a', `${one}/test`, { body: {} });
  assert.match(test.event_id, /^evt_/);
  await client.ask('a', one, { method: 'DELETE' });
  client.close();
  assert.equal(await service.stop('SIGTERM'), 0);
  assert.match(service.output(), /"answered"/);
  assert.doesNotMatch(service.output(), /token-in/);
  for (const { secret } of [made, rotated]) {
    assert.equal(service.output().includes(secret.slice('whsec_'.length)), false);
  }
});

async function productionKeyId({ db }: Service): Promise<string> {
  const { key_id } = await db
    .selectFrom('api_keys')
    .select('key_id')
    .where('environment', '=', 'production')
    .executeTakeFirstOrThrow();
  return key_id;
}
