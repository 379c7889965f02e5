import assert from 'node:assert/strict';
import test from 'node:test';
import {
  configurationFor,
  firstPending,
  lineClient,
  testWithGateway,
  wrappedServer,
} from '../../tests/support/gateway/world.ts';
import { PROCEED, type ScriptedAnswer, scriptedService } from '../../tests/support/http/clients.ts';
import { startProxy } from '../../tests/support/nodes/proxy.ts';
import { until } from '../../tests/support/until.ts';

const WAITS = { waitMs: 600_000 };
const INITIALIZE = { protocolVersion: '2025-11-25', clientInfo: { name: 'test', version: '1' } };

testWithGateway('waits-for-a-human-and-tells-that-it-does', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  const paid = client.call('pay', { to: 'ann' }, { progressToken: 'p1' });
  const { params } = await client.seen(({ method }) => method === 'notifications/progress');
  assert.equal(params.progressToken, 'p1');
  const approvalId = await firstPending(world);
  assert.match(params.message, new RegExp(approvalId));
  assert.deepEqual(desk.calls(), []);
  await world.human.approvals.approve(approvalId);
  assert.equal((await paid).result.content[0].text, 'pay done');
  assert.deepEqual(desk.calls(), ['pay']);
});

testWithGateway('does-not-run-what-a-human-rejects', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  const paid = client.call('pay', { to: 'ann' });
  await world.human.approvals.reject(await firstPending(world), { comment: 'Ann has left.' });
  const { result } = await paid;
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /Ann has left/);
  assert.deepEqual(desk.calls(), []);
});

testWithGateway('runs-nothing-that-was-cancelled-while-a-human-thought', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  client.write({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'pay', arguments: { to: 'ann' }, _meta: { progressToken: 'p7' } },
  });
  // The approval is there before the gateway waits for it.
  await client.seen(({ method }) => method === 'notifications/progress');
  const approvalId = await firstPending(world);
  client.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
  await client.ask('ping');
  await world.human.approvals.approve(approvalId);
  await client.call('note');
  assert.deepEqual(desk.calls(), ['note']);
  assert.equal(
    client.lines.some(({ id }) => id === 7),
    false,
  );
  assert.equal(
    desk.received().some(({ method }) => method === 'notifications/cancelled'),
    false,
  );
  // The approval still stands, for the same call made again.
  assert.equal((await client.call('pay', { to: 'ann' })).result.content[0].text, 'pay done');
});

testWithGateway('tells-a-server-of-a-cancelled-call-and-reports-it', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  client.write({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'note', arguments: { badly: 'silent' } },
  });
  await until(() => desk.calls().length === 1);
  client.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
  await client.ask('ping');
  assert.equal(desk.received().at(-2).method, 'notifications/cancelled');
  await client.end();
  assert.equal((await world.outcomes())[0].outcome, 'failure');
});

testWithGateway('refuses-a-tool-that-changed-while-its-approval-was-waited-for', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  await client.ask('tools/list');
  const paid = client.call('pay', { to: 'ann' });
  const approvalId = await firstPending(world);
  await client.ask('completion/complete', { changesTools: true });
  await world.human.approvals.approve(approvalId);
  const { result } = await paid;
  assert.match(result.content[0].text, /changed/);
  assert.deepEqual(desk.calls(), []);
});

testWithGateway('lets-a-human-approve-in-the-client-where-that-counts', async (t, world) => {
  const desk = wrappedServer(t);
  const configuration = world.configuration({ servers: [desk.server], ...WAITS, elicitation: 'approve' });
  const client = lineClient(t, configuration);
  await client.ask('initialize', { ...INITIALIZE, capabilities: { elicitation: {} } });
  const [paid, rejected] = [client.call('pay', { to: 'ann' }), client.call('pay', { to: 'eve' })];
  const questionFor = (to: string) =>
    client.seen(({ method, params }) => method === 'elicitation/create' && params.message.includes(to));
  const answer = async (to: string, result: object) =>
    client.write({ jsonrpc: '2.0', id: (await questionFor(to)).id, result });
  await answer('ann', { action: 'accept', content: { comment: 'As agreed.' } });
  await answer('eve', { action: 'decline' });
  assert.equal((await paid).result.content[0].text, 'pay done');
  assert.equal((await rejected).result.isError, true);
  const [approval] = await world.approvals('consumed');
  assert.match(approval.decisions[0].comment, /As agreed/);
  assert.equal((await world.approvals('rejected')).length, 1);
  assert.deepEqual(desk.calls(), ['pay']);
});

testWithGateway('asks-no-client-where-its-answer-does-not-count', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  await client.ask('initialize', { ...INITIALIZE, capabilities: { elicitation: {} } });
  assert.equal((await client.call('pay')).result.isError, true);
  assert.equal(
    client.lines.some(({ method }) => method === 'elicitation/create'),
    false,
  );
});

testWithGateway('goes-on-in-another-gateway-that-was-not-told-the-approval', async (t, world) => {
  const desk = wrappedServer(t);
  const first = lineClient(t, world.configuration({ servers: [desk.server] }));
  const { result } = await first.call('pay', { to: 'ann', more: { b: 1, a: [2] } });
  await first.end();
  await world.human.approvals.approve(result._meta['dev.assize/approval-id']);
  const second = lineClient(t, world.configuration({ servers: [desk.server] }));
  const again = await second.call('pay', { more: { a: [2], b: 1 }, to: 'ann' });
  assert.equal(again.result.content[0].text, 'pay done', second.log());
  assert.deepEqual(desk.calls(), ['pay']);
});

testWithGateway('reports-the-end-of-a-task', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  const { result } = await client.call('note', { badly: 'task' });
  assert.equal(result.task.status, 'working');
  assert.deepEqual(await world.outcomes(), []);
  await client.ask('tasks/result', { taskId: 'task-1', isError: true });
  await client.ask('tasks/result', { taskId: 'task-1' });
  await client.end();
  assert.deepEqual(
    (await world.outcomes()).map(({ outcome }) => outcome),
    ['failure'],
  );
});

testWithGateway('takes-what-is-meant-for-it-out-of-a-call', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  const meta = { 'dev.assize/mandate-id': 'mdt_unknown', 'dev.assize/approval-id': 'apr_unknown', other: 1 };
  // The service refuses an unknown mandate and approval, so they were sent.
  assert.equal((await client.call('note', {}, meta)).result.isError, true);
  const { result } = await client.call('pay', { to: 'ann' });
  await world.human.approvals.approve(result._meta['dev.assize/approval-id']);
  const named = { 'dev.assize/approval-id': result._meta['dev.assize/approval-id'], other: 1 };
  const second = lineClient(t, world.configuration({ servers: [desk.server] }));
  assert.equal((await second.call('pay', { to: 'ann' }, named)).result.content[0].text, 'pay done');
  assert.deepEqual(desk.called()[0].params._meta, { other: 1 });
});

testWithGateway('goes-on-waiting-through-a-proxy-that-cuts', async (t, world) => {
  const proxy = await startProxy(world.url);
  t.after(() => proxy.close());
  const desk = wrappedServer(t);
  const client = lineClient(t, {
    ...world.configuration({ servers: [desk.server], ...WAITS }),
    url: proxy.url,
  });
  const paid = client.call('pay', { to: 'ann' });
  const approvalId = await firstPending(world);
  proxy.silence();
  proxy.restore();
  await world.human.approvals.approve(approvalId);
  assert.equal((await paid).result.content[0].text, 'pay done');
});

const REFUSING: Record<string, [ScriptedAnswer | 'cut', RegExp]> = {
  'is-away': [{ status: 503 }, /no verdict/],
  'cuts-the-connection': ['cut', /no verdict/],
  'answers-rubbish': [{ status: 200, body: 'rubbish' }, /no verdict/],
  'answers-another-json': [{ status: 200, body: { verdict: 'yes' } }, /no verdict/],
  'limits-requests': [
    { status: 429, headers: { 'retry-after': '3600' }, body: { detail: 'slow' } },
    /3600 seconds/,
  ],
  'refuses-the-key': [{ status: 401, body: { detail: 'unknown key' } }, /key/],
};
for (const [promise, [answer, words]] of Object.entries(REFUSING)) {
  test(`runs-nothing-while-the-service-${promise}`, async (t) => {
    const service = await scriptedService(t, answer);
    const desk = wrappedServer(t);
    const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
    const { result } = await client.call('note');
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, words);
    assert.doesNotMatch(JSON.stringify(result) + client.log(), /ak_/);
    await client.ask('ping');
    assert.deepEqual(desk.calls(), []);
  });
}

test('runs-what-was-named-for-it-while-the-service-is-away', async (t) => {
  const service = await scriptedService(t, { status: 503 });
  const desk = wrappedServer(t);
  const onUnavailable = { allow: ['desk.no*'] };
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server], onUnavailable }));
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
  assert.equal((await client.call('pay')).result.isError, true);
  assert.deepEqual(desk.calls(), ['note']);
});

test('judges-the-arguments-as-they-are', async (t) => {
  const service = await scriptedService(t, PROCEED);
  const desk = wrappedServer(t);
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server] }));
  // JSON.parse reads the second of two members with the same name: the server must not read the first.
  client.write(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","name":"note","arguments":{"to":"eve","to":"ann","__proto__":{"x":1}}}}',
  );
  await client.seen(({ id }) => id === 1);
  const evaluated = JSON.parse(String(service.requests.find(({ url }) => url.endsWith('/evaluate'))?.body));
  assert.equal(JSON.stringify(evaluated.context.arguments), '{"to":"ann","__proto__":{"x":1}}');
  assert.equal(
    JSON.stringify(desk.called()[0].params),
    '{"name":"note","arguments":{"to":"ann","__proto__":{"x":1}}}',
  );
  assert.equal(evaluated.action, 'desk.note');
});
