import assert from 'node:assert/strict';
import test from 'node:test';
import { clientOf, httpGateway, postModern, textOf } from '../../../tests/support/gateway/http.ts';
import { realServer } from '../../../tests/support/gateway/real-server.ts';
import { type Step, tap } from '../../../tests/support/gateway/tap.ts';
import {
  AGENT,
  configurationFor,
  testWithGateway,
  wrappedServer,
} from '../../../tests/support/gateway/world.ts';
import { PROCEED, scriptedService } from '../../../tests/support/http/clients.ts';
import { PRODUCTION_KEY } from '../../../tests/support/http/in-process.ts';
import { until } from '../../../tests/support/until.ts';

testWithGateway('goes-on-under-one-verdict-where-the-server-asks-for-more', async (t, world) => {
  const docs = await realServer(t);
  const gateway = await httpGateway(t, world.configuration({ servers: [docs.server] }));
  const client = await clientOf(t, `${gateway.url}/docs/mcp`, 'modern');
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { size: 'XL' } }));
  const result = await client.callTool({ name: 'asks', arguments: { to: 'ann' } });
  assert.equal(textOf(result), 'size XL');
  await gateway.settled();
  assert.equal((await world.outcomes()).length, 1);
});

testWithGateway('lets-a-human-approve-in-a-client-without-a-session', async (t, world) => {
  const docs = await realServer(t);
  const configuration = world.configuration({ servers: [docs.server], elicitation: 'approve' });
  const gateway = await httpGateway(t, configuration);
  const client = await clientOf(t, `${gateway.url}/docs/mcp`, 'modern');
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return { action: params.message.includes('ann') ? 'accept' : 'decline' };
  });
  assert.match(String(textOf(await client.callTool({ name: 'pay', arguments: { to: 'ann' } }))), /^pay done/);
  const declined = await client.callTool({ name: 'pay', arguments: { to: 'eve' } });
  assert.equal(declined.isError, true);
  assert.equal(asked.length, 2);
  assert.deepEqual(docs.calls, ['pay']);
  assert.equal((await world.approvals('rejected')).length, 1);
});

testWithGateway('shares-one-server-on-stdio-among-requests-without-a-session', async (t, world) => {
  const desk = wrappedServer(t);
  const gateway = await httpGateway(t, world.configuration({ servers: [desk.server] }));
  const call = async (name: string, given: object) => {
    const params = { name, arguments: given, _meta: { progressToken: 'same' } };
    return (await postModern(`${gateway.url}/desk/mcp`, 'tools/call', params)).text;
  };
  const answers = await Promise.all([call('slow', { ms: 300 }), call('note', {}), call('slow', { ms: 10 })]);
  assert.match(String(answers[0]), /"progressToken":"same".*slow done/s);
  assert.match(String(answers[1]), /^\{.*note done/);
  assert.match(String(answers[2]), /"progressToken":"same".*slow done/s);
  assert.ok(answers.every((text) => text.includes('"id":1')));
  assert.equal(new Set(desk.called().map(({ id }) => id)).size, 3);
});

testWithGateway('starts-a-shared-server-anew-and-tells-it-what-is-no-longer-wanted', async (t, world) => {
  const desk = wrappedServer(t);
  const gateway = await httpGateway(t, world.configuration({ servers: [desk.server] }));
  const call = (badly: string, signal?: AbortSignal) =>
    postModern(
      `${gateway.url}/desk/mcp`,
      'tools/call',
      { name: 'note', arguments: { badly } },
      signal === undefined ? {} : { signal },
    );
  assert.match((await call('dies')).text, /-32603/);
  assert.match((await call('twice')).text, /first/);
  const gone = new AbortController();
  const cut = assert.rejects(call('silent', gone.signal));
  await until(() => desk.calls().length === 3);
  const { id } = desk.received().at(-1);
  gone.abort();
  await cut;
  await until(() => desk.received().at(-1).method === 'notifications/cancelled');
  assert.equal(desk.received().at(-1).params.requestId, id);
});

testWithGateway('passes-the-refusal-of-a-method-as-the-server-gave-it', async (t, world) => {
  const docs = await realServer(t);
  const gateway = await httpGateway(t, world.configuration({ servers: [docs.server] }));
  const direct = await postModern(docs.server.url, 'ping', {});
  assert.equal(direct.status, 404);
  assert.deepEqual(await postModern(`${gateway.url}/docs/mcp`, 'ping', {}), direct);
});

testWithGateway('a-client-approves-no-call-but-its-own', async (t, world) => {
  const desk = wrappedServer(t);
  const gateway = await httpGateway(
    t,
    world.configuration({ servers: [desk.server], elicitation: 'approve' }),
  );
  const url = `${gateway.url}/desk/mcp`;
  const first = await postModern(url, 'tools/call', { name: 'pay', arguments: { to: 'ann' } });
  const [, approvalId = ''] = /assize-approval:(apr_\w+)/.exec(first.text) ?? [];
  assert.match(approvalId, /^apr_/);
  const answered = { inputResponses: { 'assize-approval': { action: 'accept' } } };
  const requestState = `assize-approval:${approvalId}`;
  const _meta = { 'dev.assize/approval-id': approvalId };
  for (const meta of [{}, { _meta }]) {
    const call = { name: 'pay', arguments: { to: 'eve' }, requestState, ...answered, ...meta };
    await postModern(url, 'tools/call', call);
  }
  assert.equal((await world.human.approvals.find(approvalId)).status, 'pending');
  assert.deepEqual(desk.calls(), []);
  const own = { name: 'pay', arguments: { to: 'ann' }, requestState, ...answered };
  assert.match((await postModern(url, 'tools/call', own)).text, /pay done/);
  assert.equal(desk.received().at(-1).params.inputResponses, undefined);
});

test('judges-under-the-mandate-that-stands-nearest-to-the-call', async (t) => {
  const service = await scriptedService(t, PROCEED);
  const desk = wrappedServer(t);
  const agents = [{ name: AGENT, key: PRODUCTION_KEY, mandate: 'mdt_configured' }];
  const gateway = await httpGateway(t, configurationFor(service.url, { servers: [desk.server], agents }));
  const headers = { 'assize-mandate': 'mdt_header', 'assize-approval': 'apr_header' };
  const _meta = { 'dev.assize/mandate-id': 'mdt_meta', 'dev.assize/approval-id': 'apr_meta' };
  const call = { name: 'note', arguments: {} };
  const url = `${gateway.url}/desk/mcp`;
  await postModern(url, 'tools/call', call);
  await postModern(url, 'tools/call', call, { headers });
  await postModern(url, 'tools/call', { ...call, _meta }, { headers });
  const judged = service.requests
    .filter(({ url: path }) => path.endsWith('/evaluate'))
    .map(({ body }) => JSON.parse(body).context);
  assert.deepEqual(
    judged.map(({ mandate_id, approval_id }) => [mandate_id, approval_id]),
    [
      ['mdt_configured', undefined],
      ['mdt_header', 'apr_header'],
      ['mdt_meta', 'apr_meta'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(desk.received()), /mdt_|apr_/);
});

testWithGateway('refuses-a-call-whose-headers-say-something-else', async (t, world) => {
  const [desk, docs] = [wrappedServer(t), await realServer(t)];
  const gateway = await httpGateway(t, world.configuration({ servers: [desk.server, docs.server] }));
  const call = { name: 'note', arguments: { to: 'ann' } };
  const wrong = [
    { 'mcp-name': 'pay' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-protocol-version': '2025-11-25' },
  ];
  for (const server of ['desk', 'docs']) {
    for (const headers of wrong) {
      const { status } = await postModern(`${gateway.url}/${server}/mcp`, 'tools/call', call, { headers });
      assert.equal(status, 400, JSON.stringify([server, headers]));
    }
  }
  // A server that is reached by HTTP checks itself which ones are required.
  for (const name of ['mcp-name', 'mcp-method', 'mcp-protocol-version']) {
    const headers = { [name]: undefined };
    const { status } = await postModern(`${gateway.url}/desk/mcp`, 'tools/call', call, { headers });
    assert.equal(status, 400, name);
  }
  assert.deepEqual([desk.calls(), docs.calls], [[], []]);
});

testWithGateway('runs-nothing-for-a-client-that-has-gone', async (t, world) => {
  const desk = wrappedServer(t);
  const service = await tap(t, world.url);
  const more = { servers: [desk.server], waitMs: 600_000, url: service.url };
  const gateway = await httpGateway(t, world.configuration(more));
  const url = `${gateway.url}/desk/mcp`;
  const steps = new Set<Step>();
  service.watch((step) => {
    steps.add(step);
    return false;
  });
  const gone = new AbortController();
  const called = postModern(url, 'tools/call', { name: 'pay', arguments: { to: 'ann' } }, gone);
  const cut = assert.rejects(called);
  // The approval is there before the gateway waits for it, and only a wait that is broken off says that it has noticed.
  await until(() => steps.has('wait-1:before'));
  gone.abort();
  await cut;
  const [{ approval_id }] = await world.approvals('pending');
  await until(() => steps.has('wait-1:gone'));
  await world.human.approvals.approve(approval_id);
  await postModern(url, 'tools/call', { name: 'note', arguments: {} });
  assert.deepEqual(desk.calls(), ['note']);
  assert.equal((await world.approvals('approved')).length, 1);
});
