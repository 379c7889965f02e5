import assert from 'node:assert/strict';
import test from 'node:test';
import { keptAlive } from './keep-alive.ts';

test('gives-an-answer-that-comes-soon-as-it-is', async () => {
  const answer = Response.json({ id: 1 }, { status: 400 });
  assert.equal(await keptAlive(Promise.resolve(answer)), answer);
});

test('begins-a-stream-for-a-late-answer', async () => {
  const late = Promise.withResolvers<Response>();
  const response = await keptAlive(late.promise, 0);
  assert.equal(response.status, 200);
  late.resolve(Response.json({ id: 1 }));
  assert.equal(await response.text(), ': waits\n\nevent: message\ndata: {"id":1}\n\n');
});

test('goes-on-with-a-late-stream', async () => {
  const late = Promise.withResolvers<Response>();
  const response = await keptAlive(late.promise, 0);
  late.resolve(new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }));
  assert.equal(await response.text(), ': waits\n\ndata: 1\n\n');
});
