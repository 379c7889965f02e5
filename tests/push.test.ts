/** A member's browsers ring, and only theirs; a push says only that something waits, and goes nowhere private. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Ring, ring } from '@assize/service/channels/push/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { openSender } from '@assize/service/webhooks/sending/index.ts';
import { pushBrowser, startPushService, vapidClaims } from './support/channels/push-receiver.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';

const OF_SUBSCRIPTIONS = '/api/v1/members/me/push-subscriptions';
const RING: Ring = { title: 'A decision waits', url: '/approvals/apr_1', topic: 'apr_1', lastsMs: 90_000 };
const ALLOWED = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };

async function world(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = ALLOWED,
) {
  const { app, service } = await startTestService(t, location, environment);
  const dana = await signedIn(service, 'default', 'approver', 'dana');
  const eve = await signedIn(service, 'default', 'owner', 'eve');
  const push = await startPushService(t);
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { headers }: SignedIn,
    body?: object,
  ) => {
    const answer = await app.inject({ method, url, headers: { ...headers }, ...(body && { payload: body }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const subscribe = (who: SignedIn, endpoint: string, keys: object = pushBrowser().keys) =>
    call('POST', OF_SUBSCRIPTIONS, who, { endpoint, keys });
  const list = async (who: SignedIn) => (await call('GET', OF_SUBSCRIPTIONS, who)).body.subscriptions;
  const tenant = await service.db.selectFrom('tenants').selectAll().executeTakeFirstOrThrow();
  const ringing = async ({ memberId }: SignedIn, allowNetworks = ['127.0.0.1/32']) => {
    const { secretBox, db, fillRandom, config, clock } = service;
    assert.ok(secretBox);
    const sender = await openSender({ allowNetworks, clock });
    t.after(() => sender.close());
    const owner = { tenantId: tenant.tenant_id, memberId };
    return ring({ db, fillRandom, config, secretBox, sender }, owner, RING, new AbortController().signal);
  };
  const { body: key } = await call('GET', '/api/v1/push/key', dana);
  return { app, service, dana, eve, push, call, subscribe, list, ringing, key: key.public_key as string };
}

testOnEachDatabase('rings-every-browser-of-the-member-and-says-nothing-else', async (location, t) => {
  const { service, dana, eve, push, subscribe, list, ringing, key } = await world(t, location);
  const browsers = [pushBrowser(), pushBrowser()];
  for (const [place, { keys }] of browsers.entries()) {
    assert.equal((await subscribe(dana, push.url(`/dana-${place}`), keys)).status, 201);
  }
  await subscribe(eve, push.url('/eve'));
  assert.equal(await ringing(dana), 2);
  assert.deepEqual(push.rung.map(({ path }) => path).sort(), ['/dana-0', '/dana-1']);
  for (const rung of push.rung) {
    const browser = browsers[Number(rung.path.at(-1))];
    assert.deepEqual(browser?.open(rung), { title: RING.title, url: RING.url });
    const { ttl, topic, urgency, 'content-encoding': encoding } = rung.headers;
    assert.deepEqual([ttl, topic, urgency, encoding], ['90', 'apr_1', 'high', 'aes128gcm']);
    assert.equal(vapidClaims(rung, key).aud, push.url(''));
  }
  const rows = await service.db.selectFrom('push_subscriptions').selectAll().execute();
  const stored = JSON.stringify(
    rows.map((row) => ({ ...row, sealed: Buffer.from(row.sealed).toString('latin1') })),
  );
  assert.doesNotMatch(stored, /dana-0|p256dh/);
  const keys = await service.db.selectFrom('installation_secrets').selectAll().execute();
  assert.equal(keys.filter(({ name }) => name === 'push keys').length, 1);
  assert.equal((await list(dana)).length, 2);
});

testOnEachDatabase('a-browser-belongs-to-the-last-who-subscribed-it', async (location, t) => {
  const { dana, eve, push, call, subscribe, list, ringing } = await world(t, location);
  const [first] = [await subscribe(dana, push.url('/shared')), await subscribe(dana, push.url('/shared'))];
  assert.deepEqual(
    (await list(dana)).map((each: Record<string, string>) => each.subscription_id),
    [first?.body.subscription_id],
  );
  const others = await call('DELETE', `${OF_SUBSCRIPTIONS}/${first?.body.subscription_id}`, eve);
  assert.equal(others.status, 404);
  const { body: taken } = await subscribe(eve, push.url('/shared'));
  assert.deepEqual([(await list(dana)).length, (await list(eve)).length], [0, 1]);
  assert.equal(await ringing(dana), 0);
  assert.equal((await call('DELETE', `${OF_SUBSCRIPTIONS}/${taken.subscription_id}`, eve)).status, 200);
  assert.equal(await ringing(eve), 0);
  assert.equal(push.rung.length, 0);
});

testOnOneDatabase('forgets-a-browser-that-is-gone-and-tries-others-again', async (location, t) => {
  const { dana, push, subscribe, list, ringing } = await world(t, location);
  await subscribe(dana, push.url('/one'));
  push.answer = { status: 429, headers: { 'retry-after': '120' } };
  await assert.rejects(ringing(dana), { fault: 'later', afterMs: 120_000 });
  push.answer = { status: 503 };
  await assert.rejects(ringing(dana), (error: Error) => !error.message.includes('/one'));
  push.answer = { status: 413 };
  await assert.rejects(ringing(dana), { fault: 'message' });
  assert.equal((await list(dana)).length, 1);
  for (const status of [404, 410]) {
    await subscribe(dana, push.url('/one'));
    push.answer = { status };
    assert.equal(await ringing(dana), 0);
    assert.deepEqual(await list(dana), []);
  }
});

testOnOneDatabase('sends-to-no-private-address', async (location, t) => {
  const { dana, push, subscribe, list, ringing } = await world(t, location, {});
  for (const endpoint of [
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://10.1.2.3/push',
    'https://169.254.169.254/latest',
    'https://[::ffff:192.168.0.1]/push',
    'https://2130706433/push',
    'http://push.example.net/push',
    'https://user:secret@push.example.net/push',
    'ftp://push.example.net/push',
    'push',
  ]) {
    const refused = await subscribe(dana, endpoint);
    assert.equal(refused.status, 422, endpoint);
    assert.deepEqual(refused.body.detail[0].loc, ['body', 'endpoint']);
  }
  for (const keys of [
    { ...pushBrowser().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { ...pushBrowser().keys, p256dh: 'AAAA' },
    { ...pushBrowser().keys, auth: 'AAAA' },
  ]) {
    assert.equal((await subscribe(dana, 'https://push.example.net/1', keys)).status, 422);
  }
  // A name is looked up when it is sent to, and leads to this machine.
  const { port } = new URL(push.url('/'));
  assert.equal((await subscribe(dana, `https://localhost:${port}/push`)).status, 201);
  await assert.rejects(ringing(dana, []), { fault: 'message' });
  assert.deepEqual([push.rung.length, (await list(dana)).length], [0, 1]);
});

testOnOneDatabase('keeps-twenty-browsers-and-refuses-keys', async (location, t) => {
  const { app, dana, push, subscribe, list } = await world(t, location);
  for (let place = 0; place < 22; place += 1) await subscribe(dana, push.url(`/${place}`));
  assert.equal((await list(dana)).length, 20);
  for (const url of [OF_SUBSCRIPTIONS, '/api/v1/members/me/notifications']) {
    const { status, body } = await ask(app, 'a', url);
    assert.deepEqual([status, /Only a member/.test(body.detail)], [403, true]);
  }
});
