/**
 * A long verification reports progress to callers who ask for a stream, and ends with the same answer as without one.
 */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { appOf, ask, evaluate, openWithoutHttp, startTestService } from './support/http/in-process.ts';
import { evaluateMany } from './support/truth/truth.ts';

const STREAM = { accept: 'text/event-stream' };
const VERIFY = '/api/v1/evidence/verify';
const TRUTH = '/api/v1/evidence/truth-verification';

async function streamed(app: FastifyInstance, url: string) {
  const { status, headers, body } = await ask(app, 'a', url, { headers: STREAM });
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/event-stream/);
  return String(body)
    .split('\n\n')
    .flatMap((block) => {
      const found = /^event: (\w+)\ndata: (.*)$/.exec(block);
      return found === null ? [] : [{ event: found[1], data: JSON.parse(found[2] ?? '') }];
    });
}

testOnEachDatabase('streams-progress-and-then-the-result', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const app = await appOf(service);
  t.after(() => app.close());
  await evaluateMany(service, 3000);
  for (const url of [`${VERIFY}?full=true`, TRUTH]) {
    const events = await streamed(app, url);
    const [result] = events.splice(-1);
    assert.equal(result?.event, 'result');
    const { body: plain } = await ask(app, 'a', url);
    assert.deepEqual(Object.keys(result?.data).sort(), Object.keys(plain).sort());
    const soundOf = ({ valid, overall_valid: all, total_artifacts }: typeof plain) => [
      valid ?? all,
      total_artifacts,
    ];
    assert.deepEqual(soundOf(result?.data), soundOf(plain));
    assert.equal(soundOf(plain)[0], true);
    assert.ok(events.length > 0 && events.every(({ event }) => event === 'progress'), url);
    const last = events.at(-1)?.data;
    assert.ok(last.done === last.total && last.total > 0, url);
    for (const [place, { data }] of events.entries())
      assert.ok(data.done >= (events[place - 1]?.data.done ?? 0));
  }
});

testOnOneDatabase('shows-everyone-who-waits-for-the-same-run-its-progress', async (location, t) => {
  const { service, app } = await startTestService(t, location);
  await evaluateMany(service, 1000);
  const all = await Promise.all([1, 2, 3].map(() => streamed(app, TRUTH)));
  for (const events of all) assert.ok(events.length > 1 && events.at(-1)?.event === 'result');
});

testOnOneDatabase('refuses-in-the-ordinary-way-before-it-begins', async (location, t) => {
  const { app } = await startTestService(t, location);
  await evaluate(app, 'a', { action: 'look', context: {} });
  const wrong = await ask(app, 'a', `${VERIFY}?trusted_checkpoint=eHh4`, { headers: STREAM });
  assert.equal(wrong.status, 422);
  assert.equal((await ask(app, 'a', VERIFY, { headers: STREAM, key: null })).status, 401);
});
