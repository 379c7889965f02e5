/** Keys that expire: notices go out a week and a day before, once each, even across clock changes and nodes. */
import assert from 'node:assert/strict';
import { expiringKeysChore } from '@assize/service/keys/expiring.ts';
import type { Service } from '@assize/service/wiring.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, type Call, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { CONTACT, mailingService, startMailServer } from './support/webhooks/mail.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type App = Awaited<ReturnType<typeof startTestService>>['app'];

async function made(app: App, days: number, name = 'ci', call: Call = {}): Promise<string> {
  const environment = call.key === SANDBOX_KEY ? 'sandbox' : 'production';
  const body = { name, environment, expires_in_days: days };
  const { status, body: key } = await ask(app, 'a', '/api/v1/api-keys', { ...call, body });
  assert.equal(status, 201);
  return key.id;
}

/** Looks for expiring keys with the clock this far ahead. */
async function look(service: Service, ahead: number): Promise<void> {
  const clock = { now: () => service.clock.now() + ahead, monotonic: () => service.clock.monotonic() };
  await expiringKeysChore({ ...service, clock }).run(new AbortController().signal);
}

async function noticesOf(service: Service, keyId: string): Promise<string[]> {
  const notices = await service.db
    .selectFrom('notices')
    .select('kind')
    .where('subject', '=', keyId)
    .orderBy('kind')
    .execute();
  const events = await service.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'key.expiring')
    .execute();
  const mine = events.filter(({ data }) => JSON.parse(data).key_id === keyId);
  assert.equal(mine.length, notices.length, 'a notice and its event are written together');
  return notices.map(({ kind }) => kind);
}

testOnEachDatabase('warns-a-week-ahead-and-a-day-ahead-once', async (location, t) => {
  const one = await startTestService(t, location);
  const two = await startTestService(t, location);
  const id = await made(one.app, 30);
  const sandbox = await made(one.app, 30, 'sandbox', { key: SANDBOX_KEY });
  const everywhere = async (ahead: number) => {
    await Promise.all([look(one.service, ahead), look(two.service, ahead)]);
  };
  await everywhere(0);
  await everywhere(22 * DAY_MS);
  assert.deepEqual(await noticesOf(one.service, id), []);
  for (const days of [23.5, 25, 24, 0, 23.1]) await everywhere(days * DAY_MS);
  assert.deepEqual(await noticesOf(one.service, id), ['key_expiring_7d']);
  for (const days of [29.2, 29.9, 3, 26, 29.5, 31]) await everywhere(days * DAY_MS);
  for (const each of [id, sandbox]) {
    assert.deepEqual(await noticesOf(one.service, each), ['key_expiring_24h', 'key_expiring_7d']);
  }
  const events = await one.service.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'key.expiring')
    .execute();
  const data = JSON.parse(events.find(({ data: text }) => text.includes(sandbox))?.data ?? '{}');
  assert.deepEqual(
    { name: data.name, environment: data.environment, expires_in_hoursType: typeof data.expires_in_hours },
    { name: 'sandbox', environment: 'sandbox', expires_in_hoursType: 'number' },
  );
  assert.match(data.prefix, /^ak_[0-9a-f]{4}…$/);
  assert.match(data.last4, /^[0-9a-f]{4}$/);
});

testOnOneDatabase('is-not-late-with-a-week-nor-early-with-a-short-life', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const [day, week, longer, slept, revoked] = await Promise.all(
    [1, 7, 8, 30, 30].map((days) => made(app, days)),
  );
  assert.ok(day && week && longer && slept && revoked);
  await ask(app, 'a', `/api/v1/api-keys/${revoked}`, { method: 'DELETE' });
  await look(service, 0);
  await look(service, 1.5 * DAY_MS);
  assert.deepEqual(await noticesOf(service, day), []);
  assert.deepEqual(await noticesOf(service, week), []);
  assert.deepEqual(await noticesOf(service, longer), ['key_expiring_7d']);
  await look(service, 6.5 * DAY_MS);
  assert.deepEqual(await noticesOf(service, week), ['key_expiring_24h']);
  // No service runs a week before, and then the clock goes back.
  await look(service, 29.5 * DAY_MS);
  await look(service, 25 * DAY_MS);
  assert.deepEqual(await noticesOf(service, slept), ['key_expiring_24h']);
  await look(service, 40 * DAY_MS);
  assert.deepEqual(await noticesOf(service, day), []);
  assert.deepEqual(await noticesOf(service, revoked), []);
});

testOnOneDatabase('mails-of-keys-that-are-still-there', async (location, t) => {
  const server = await startMailServer(t);
  const { app, service, send, move } = await mailingService(t, location, server.url);
  await made(app, 30, 'deploy\r\nX-Evil: <b>1</b>');
  const revoked = await made(app, 30, 'gone');
  move(29.5 * DAY_MS);
  await look(service, 29.5 * DAY_MS);
  await ask(app, 'a', `/api/v1/api-keys/${revoked}`, { method: 'DELETE' });
  await send();
  await send();
  const [mail, ...more] = server.received;
  assert.deepEqual({ moreCount: more.length, to: mail?.envelope.to }, { moreCount: 0, to: [CONTACT] });
  assert.equal(mail?.subject, 'API key deploy X-Evil: <b>1</b> expires within 24 hours (default)');
  assert.ok(mail.html?.includes('deploy X-Evil: &lt;b&gt;1&lt;/b&gt;'));
  assert.match(mail.text ?? '', /\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  const { body } = await ask(app, 'a', '/api/v1/notices');
  const statuses = body.items.map(({ status }: { status: string }) => status);
  assert.deepEqual(statuses.toSorted(), ['not_needed', 'sent']);
});
