import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import { tap } from '../../tests/support/gateway/tap.ts';
import { verdictService } from '../../tests/support/gateway/verdicts.ts';
import {
  AGENT,
  configurationFor,
  lineClient,
  testWithGateway,
  wrappedServer,
} from '../../tests/support/gateway/world.ts';
import { PROCEED, scriptedService } from '../../tests/support/http/clients.ts';
import { ask } from '../../tests/support/http/in-process.ts';
import { until } from '../../tests/support/until.ts';
import { nodePlatform } from '../platform.ts';
import { gatewayFor } from './gateway.ts';
import type { Message } from './message.ts';
import { serveStdio } from './serve-stdio.ts';
import type { Upstream } from './upstream/upstream.ts';

const WAITS = { waitMs: 600_000 };
const NOTHING_WAITS = { status: 200, body: { items: [], next_cursor: null } };
const APPROVED = { status: 200, body: { approval_id: 'apr_1', status: 'approved', decisions: [] } };
const judgedAs = (verdict: 'escalate' | 'block') => ({
  status: 200,
  body: { ...PROCEED.body, verdict, approval_id: verdict === 'escalate' ? 'apr_1' : undefined },
});

/** Requests before a verdict: two about waiting calls, and the import of the listed tools. */
const BEFORE = [NOTHING_WAITS, NOTHING_WAITS, { status: 200, body: { tools: [] } }];

for (const verdict of ['escalate', 'block'] as const) {
  test(`does-not-run-an-approved-call-whose-second-verdict-is-${verdict}`, async (t) => {
    const answers = [...BEFORE, judgedAs('escalate'), APPROVED, judgedAs(verdict)];
    const service = await scriptedService(t, ...answers);
    const desk = wrappedServer(t);
    const client = lineClient(t, configurationFor(service.url, { servers: [desk.server], ...WAITS }));
    assert.equal((await client.call('note')).result.isError, true);
    assert.equal(service.requests.length, answers.length);
    await client.ask('ping');
    assert.deepEqual(desk.calls(), []);
  });
}

test('runs-nothing-that-was-cancelled-before-the-server-had-started', async (t) => {
  const service = await verdictService(t);
  const [desk, received] = [wrappedServer(t), [] as Message[]];
  const started = Promise.withResolvers<void>();
  const upstream: Upstream = {
    ...{ onmessage: () => {}, onlost: () => {}, onclose: () => {}, onerror: () => {} },
    start: () => started.promise,
    send: async (message) => void received.push(message),
    close: async () => upstream.onclose(),
  };
  const platform = nodePlatform(() => {});
  const gateway = gatewayFor(configurationFor(service.url, { servers: [desk.server] }), platform);
  // An earlier session has listed it.
  const [agent] = gateway.configuration.agents;
  assert.ok(agent);
  gateway
    .governanceOf({ agent, user: undefined }, 'desk')
    .lists.seen({ tools: [{ name: 'note' }] }, () => true);
  await gateway.settled();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = serveStdio({ ...gateway, upstreamTo: () => upstream }, desk.server, { input, output });
  input.write('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"note"}}\n');
  await until(() => service.proceeded.length === 1);
  // The verdict has come back, and the call waits for the server.
  await new Promise((resolve) => setTimeout(resolve, 100));
  input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}\n');
  input.write('{"jsonrpc":"2.0","id":8,"method":"ping"}\n');
  await until(() => input.readableLength === 0);
  started.resolve();
  await until(() => received.some((message) => 'method' in message && message.method === 'ping'));
  input.end();
  await ended;
  assert.deepEqual(
    received.filter((message) => 'method' in message && message.method === 'tools/call'),
    [],
  );
});

testWithGateway('takes-no-tool-for-changed-that-was-listed-while-it-waited', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  const paid = client.call('pay', { to: 'ann' });
  await until(async () => (await world.approvals('pending')).length === 1);
  await client.ask('tools/list');
  const [{ approval_id }] = await world.approvals('pending');
  await world.human.approvals.approve(approval_id);
  assert.equal((await paid).result.content[0].text, 'pay done');
});

testWithGateway('tells-a-human-in-the-client-of-arguments-that-are-not-shown', async (t, world) => {
  const desk = wrappedServer(t);
  const more = { servers: [desk.server], ...WAITS, elicitation: 'approve' } as const;
  const client = lineClient(t, world.configuration(more));
  await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: { elicitation: {} } });
  const paid = client.call('pay', { note: 'x'.repeat(2_000), to: 'eve' });
  const { id, params } = await client.seen(({ method }) => method === 'elicitation/create');
  assert.match(params.message, /x \(and 522 more characters, which are not shown here\)\?/);
  client.write({ jsonrpc: '2.0', id, result: { action: 'decline' } });
  await paid;
  assert.deepEqual(desk.calls(), []);
});

testWithGateway('asks-no-client-that-shows-no-forms', async (t, world) => {
  const desk = wrappedServer(t);
  const more = { servers: [desk.server], waitMs: 1_000, elicitation: 'approve' } as const;
  const client = lineClient(t, world.configuration(more));
  await client.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: { url: {} } },
  });
  assert.match((await client.call('pay')).result._meta['dev.assize/approval-id'], /^apr_/);
  assert.equal(client.lines.length, 2);
});

testWithGateway('asks-nothing-where-nothing-is-waited-for', async (t, world) => {
  const desk = wrappedServer(t);
  const more = { servers: [desk.server], waitMs: 0, elicitation: 'approve' } as const;
  const client = lineClient(t, world.configuration(more));
  await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: { elicitation: {} } });
  await client.call('pay', { to: 'ann' }, { progressToken: 1 });
  assert.equal(client.lines.length, 2);
});

testWithGateway('remembers-what-waited-also-where-the-service-was-away-at-first', async (t, world) => {
  const service = await tap(t, world.url);
  const desk = wrappedServer(t);
  const configuration = world.configuration({ servers: [desk.server], url: service.url });
  const { result } = await lineClient(t, configuration).call('pay', { to: 'ann' });
  await world.human.approvals.approve(result._meta['dev.assize/approval-id']);
  let isAway = true;
  service.watch((step) => isAway && step.startsWith('other'));
  const client = lineClient(t, configuration);
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
  isAway = false;
  assert.equal((await client.call('pay', { to: 'ann' })).result.content[0].text, 'pay done');
});

testWithGateway('goes-on-under-no-approval-of-another-server', async (t, world) => {
  const [desk, bank] = [wrappedServer(t), wrappedServer(t, 'bank')];
  const ids: string[] = [];
  for (const { server } of [desk, bank]) {
    const { result } = await lineClient(t, world.configuration({ servers: [server] })).call('pay', {
      to: 'ann',
    });
    ids.push(result._meta['dev.assize/approval-id']);
  }
  assert.equal(new Set(ids).size, 2);
  await world.human.approvals.approve(ids[0] ?? '');
  const again = lineClient(t, world.configuration({ servers: [bank.server] }));
  assert.equal((await again.call('pay', { to: 'ann' })).result._meta['dev.assize/approval-id'], ids[1]);
});

testWithGateway('judges-calls-with-a-key-that-may-do-nothing-else-and-says-so-once', async (t, world) => {
  const body = { name: 'agent', environment: 'production', scopes: ['governance:evaluate'] };
  const { key } = (await ask(world.app, 'a', '/api/v1/api-keys', { body })).body;
  const desk = wrappedServer(t);
  const more = {
    servers: [desk.server],
    agents: [{ name: 'desk-agent', key }],
    newTools: 'review',
    toolsKey: key,
    ...WAITS,
  } as const;
  const client = lineClient(t, world.configuration(more));
  await client.ask('tools/list');
  for (const to of ['ann', 'eve']) {
    assert.equal((await client.call('note', { to })).result.content[0].text, 'note done');
    assert.match((await client.call('pay', { to })).result._meta['dev.assize/approval-id'], /^apr_/);
  }
  await client.end();
  for (const lack of ['keys:manage, so', 'evidence:read: calls', 'evidence:write: outcomes']) {
    assert.equal(client.log().split(`lacks the scope ${lack}`).length, 2, client.log());
  }
});

testWithGateway('judges-a-call-anew-that-does-not-go-on', async (t, world) => {
  const service = await tap(t, world.url);
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], url: service.url }));
  let judged = 0;
  service.watch((step) => {
    if (/^evaluate-.*:before$/.test(step)) judged += 1;
    return false;
  });
  const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const params = { name: 'note', arguments: { badly: 'asksMore' } };
  for (const [more, expected] of [
    // Before 2026-07-28, no call continues under an earlier verdict.
    [{}, 1],
    [{ requestState: 'more' }, 2],
    [{ _meta: modern }, 3],
    [{ _meta: modern }, 4],
    [{ _meta: modern, requestState: 'other' }, 5],
    [{ _meta: modern }, 6],
    [{ _meta: modern, requestState: 'more' }, 6],
    [{ _meta: modern, requestState: 'more' }, 7],
  ] as const) {
    await client.ask('tools/call', { ...params, ...more });
    assert.equal(judged, expected, JSON.stringify(more));
  }
});

testWithGateway('lets-a-human-in-the-client-approve-for-the-whole-task', async (t, world) => {
  const desk = wrappedServer(t);
  const steps = [{ tool: 'desk.note', effects: ['write'] }];
  const { mandate_id: mandate } = await world.human.mandates.open({
    agent_id: AGENT,
    plan: { by: 'person', steps },
  });
  const more = { servers: [desk.server], ...WAITS, elicitation: 'approve' } as const;
  const client = lineClient(t, world.configuration(more));
  await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: { elicitation: {} } });
  const paid = client.call('pay', { to: 'ann' }, { 'dev.assize/mandate-id': mandate });
  const { id, params } = await client.seen(({ method }) => method === 'elicitation/create');
  assert.deepEqual(params.requestedSchema.properties.for, {
    type: 'string',
    title: 'For',
    description: 'call: only this call. task: also adds to the mandate of the task: the tool desk.pay',
    enum: ['call', 'task'],
    default: 'call',
  });
  client.write({ jsonrpc: '2.0', id, result: { action: 'accept', content: { for: 'task' } } });
  assert.equal((await paid).result.content[0].text, 'pay done');
  const { tools } = await world.human.mandates.find(mandate);
  assert.deepEqual(tools, ['desk.note', 'desk.pay']);
});
