import assert from 'node:assert/strict';
import test from 'node:test';
import { configurationFor, lineClient, wrappedServer } from '../../tests/support/gateway/world.ts';
import { mandateService } from '../../tests/support/http/opening-mandates.ts';
import { until } from '../../tests/support/until.ts';

test('reports-a-result-when-the-client-has-it-and-lets-the-next-call-wait-for-the-report', async (t) => {
  const service = await mandateService(t, { isHeld: true });
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
  await until(() => service.outcomes.length === 1);
  const began = performance.now();
  const next = client.call('note');
  await client.ask('ping');
  // It waits half a second at most, and this may have taken longer.
  if (performance.now() - began < 500) assert.equal(service.evaluations.length, 1);
  service.release();
  await next;
  const [{ context }, second] = service.evaluations;
  assert.match(context.session_id, /^mcp-/);
  assert.equal(second.context.session_id, context.session_id);
  assert.deepEqual(service.outcomes[0].result, { content: [{ type: 'text', text: 'note done' }] });
  assert.equal(service.outcomes[0].result_incomplete, undefined);
});

test('waits-no-longer-than-half-a-second-for-a-report', async (t) => {
  const service = await mandateService(t, { isHeld: true });
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  await client.call('note');
  await client.call('note');
  assert.equal(service.evaluations.length, 2);
  service.release();
});

test('reports-what-a-model-reads-and-says-what-it-left-out', async (t) => {
  const service = await mandateService(t);
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  assert.equal((await client.call('note', { badly: 'picture' })).result.content.length, 3);
  assert.equal(
    (await client.call('note', { badly: 'large' })).result.content[0].text.length,
    10 * 1024 * 1024,
  );
  await client.call('fail');
  await client.end();
  const [picture, large, failed] = service.outcomes;
  assert.deepEqual(picture.result, {
    content: [
      { type: 'image', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'mail://1' } },
      { type: 'text', text: 'from ann@example.com' },
    ],
    structuredContent: { from: 'ann@example.com' },
  });
  assert.ok(JSON.stringify(large).length < 256 * 1024);
  assert.deepEqual([picture.result_incomplete, large.result_incomplete], [true, true]);
  assert.deepEqual([failed.outcome, failed.result.content[0].text], ['failure', 'it failed']);
});

test('reports-the-result-of-a-task-and-of-a-call-that-went-on', async (t) => {
  const service = await mandateService(t);
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  await client.call('note', { badly: 'task' });
  assert.equal(service.outcomes.length, 0);
  await client.ask('tasks/result', { taskId: 'task-1' });
  await client.call('note', { badly: 'both' });
  await client.end();
  const [task, both] = service.outcomes;
  assert.deepEqual(task?.result, { content: [{ type: 'text', text: 'the result' }] });
  assert.deepEqual([both?.outcome, both?.result], ['failure', undefined]);
});

test('keeps-results-to-itself-where-it-is-told-to', async (t) => {
  const service = await mandateService(t);
  const desk = wrappedServer(t);
  for (const more of [
    { servers: [desk.server], reportResults: false },
    { servers: [{ ...desk.server, reportResults: false }] },
  ]) {
    const client = lineClient(t, configurationFor(service.url, more));
    await client.call('note');
    await client.end();
  }
  assert.deepEqual(
    service.outcomes.map((outcome) => [outcome.outcome, 'result' in outcome]),
    [
      ['success', false],
      ['success', false],
    ],
  );
});

test('reports-the-outcome-to-a-service-that-takes-no-results', async (t) => {
  const service = await mandateService(t, { isOld: true });
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  await client.call('note');
  await client.end();
  assert.deepEqual(
    service.outcomes.map((outcome) => 'result' in outcome),
    [true, false],
  );
  assert.equal(client.log(), '');
});
