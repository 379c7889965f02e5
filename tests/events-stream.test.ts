/** A caller who opens a stream of events gets each one as it happens, on any node, until they may no longer read. */
import assert from 'node:assert/strict';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { baseOf, openStream } from './support/http/event-stream.ts';
import { BLOCKED, EVENTS } from './support/http/events.ts';
import { appOf, ask, evaluate, openWithoutHttp, startTestService } from './support/http/in-process.ts';
import { until } from './support/until.ts';

/** Parses the events in a text as a browser does. */
function eventsIn(text: string) {
  return text.split('\n\n').flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const data = field('data');
    return data === undefined ? [] : [{ id: field('id'), event: field('event'), data: JSON.parse(data) }];
  });
}

testOnEachDatabase('streams-each-event-once-also-those-of-another-node', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const base = await baseOf(t, await appOf(service));
  const { app: elsewhere } = await startTestService(t, location);
  const stream = await openStream(base);
  assert.equal(stream.status, 200);
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(stream.headers.get('cache-control'), 'private, no-store');
  // The place comes at once, so that a stream that is cut before its first event misses nothing.
  await until(() => stream.text() === 'retry: 1000\n\n: \nid: 0\n\n', stream.text);
  for (let count = 0; count < 3; count += 1) await evaluate(elsewhere, 'b', BLOCKED);
  await until(() => eventsIn(stream.text()).length === 3, stream.text);
  const { body: polled } = await ask(elsewhere, 'a', `${EVENTS}?after=0`);
  assert.deepEqual(
    eventsIn(stream.text()).map(({ data }) => data),
    polled.items,
  );
  assert.deepEqual(
    eventsIn(stream.text()).map(({ id, event }) => `${id} ${event}`),
    [1, 2, 3].map((id) => `${id} evaluation.blocked`),
  );
  stream.hangUp();
  await until(() => service.eventStreams.open.size === 0);
});

testOnOneDatabase('resumes-after-the-last-event-that-was-seen', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const app = await appOf(service);
  const base = await baseOf(t, app);
  for (let count = 0; count < 3; count += 1) await evaluate(app, 'b', BLOCKED);
  await until(async () => (await ask(app, 'a', `${EVENTS}?after=0`)).body.next === 3);
  for (const [query, header, expected] of [
    ['?after=0', {}, ['1', '2', '3']],
    ['?after=2', {}, ['3']],
    ['?after=0', { 'last-event-id': '1' }, ['2', '3']],
    ['?after=0&types=approval.created', {}, []],
    ['?after=0&limit=1', {}, ['1', '2', '3']],
  ] as const) {
    const stream = await openStream(base, query, { ...header });
    await until(() => stream.text().includes('id: 3\n\n'), stream.text);
    assert.deepEqual(
      eventsIn(stream.text()).map(({ id }) => id),
      expected,
    );
    stream.hangUp();
  }
  const wrong = await ask(app, 'a', EVENTS, {
    headers: { accept: 'text/event-stream', 'last-event-id': 'x' },
  });
  assert.deepEqual([wrong.status, wrong.body.detail[0].loc], [422, ['header', 'last-event-id']]);
});

testOnOneDatabase('ends-with-the-key-and-with-the-service', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const app = await appOf(service);
  const base = await baseOf(t, app);
  const { body: made } = await ask(app, 'a', '/api/v1/api-keys', {
    body: { name: 'soon revoked', environment: 'production' },
  });
  const [revoked, other] = [await openStream(base, '', { 'x-api-key': made.key }), await openStream(base)];
  await ask(app, 'a', `/api/v1/api-keys/${made.id}`, { method: 'DELETE' });
  await revoked.ended;
  assert.equal((await openStream(base, '', { 'x-api-key': made.key })).status, 403);
  await evaluate(app, 'b', BLOCKED);
  await until(() => eventsIn(other.text()).length === 1);
  assert.deepEqual(eventsIn(revoked.text()), []);
  await Promise.all([app.close(), other.ended]);
  assert.equal(service.eventStreams.open.size, 0);
});

testOnOneDatabase(
  'bounds-the-streams-of-an-environment-and-shares-what-they-wait-for',
  async (location, t) => {
    const { service } = await openWithoutHttp(t, location);
    const app = await appOf(service);
    const base = await baseOf(t, app);
    const streams = await Promise.all(Array.from({ length: 100 }, () => openStream(base)));
    await until(() => service.eventWaits.size === 100);
    const refused = await openStream(base);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5']);
    // Open streams leave room for callers who poll.
    assert.equal((await ask(app, 'a', `${EVENTS}?wait=1`)).status, 200);
    await evaluate(app, 'b', BLOCKED);
    await until(() => streams.every((stream) => eventsIn(stream.text()).length === 1));
    for (const stream of streams) stream.hangUp();
    await until(() => service.eventStreams.open.size === 0);
    assert.equal((await openStream(base)).status, 200);
  },
);
