import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { realServer } from '../../../tests/support/gateway/real-server.ts';
import { AGENT, testWithGateway, wrappedServer } from '../../../tests/support/gateway/world.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from '../../../tests/support/in-process.ts';
import { until } from '../../../tests/support/until.ts';
import type { GatewayConfiguration } from '../../configuration/configuration.ts';
import { nodePlatform } from '../../platform.ts';
import { gatewayFor } from '../gateway.ts';
import { serveHttp } from './serve-http.ts';

const LISTEN = { host: '127.0.0.1', port: 0, hosts: [], origins: [] };
const VERSIONS = {
  modern: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  legacy: { versionNegotiation: { mode: 'legacy' } },
} as const;

async function httpGateway(t: TestContext, configuration: GatewayConfiguration) {
  let log = '';
  const gateway = gatewayFor(
    { ...configuration, listen: LISTEN },
    nodePlatform((text) => {
      log += text;
    }),
  );
  const http = await serveHttp(gateway);
  t.after(() => http.close());
  return { ...http, settled: () => gateway.settled(), log: () => log };
}

async function clientOf(t: TestContext, url: string, version: keyof typeof VERSIONS, key = PRODUCTION_KEY) {
  const client = new Client(
    { name: 'test', version: '1' },
    { ...VERSIONS[version], capabilities: { elicitation: { form: {} } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

const textOf = (result: { content?: unknown }) => (result.content as { text: string }[])[0]?.text;

for (const version of ['legacy', 'modern'] as const) {
  for (const kind of ['real', 'sessions', 'stdio'] as const) {
    if (version === 'modern' && kind !== 'real') continue;
    testWithGateway(`passes-everything-through-${version}-${kind}`, async (t, world) => {
      const docs =
        kind === 'stdio' ? wrappedServer(t, 'docs') : await realServer(t, { sessions: kind === 'sessions' });
      const gateway = await httpGateway(t, world.configuration({ servers: [docs.server] }));
      const client = await clientOf(t, `${gateway.url}/docs/mcp`, version);
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'pay'));
      const done = await client.callTool({ name: 'note', arguments: { to: 'ann' } });
      assert.match(String(textOf(done)), /^note done/);
      const paid = await client.callTool({ name: 'pay', arguments: { to: 'ann' } });
      assert.equal(paid.isError, true);
      const approvalId = String(paid._meta?.['dev.assize/approval-id']);
      await world.human.approvals.approve(approvalId);
      assert.match(
        String(textOf(await client.callTool({ name: 'pay', arguments: { to: 'ann' } }))),
        /^pay done/,
      );
      const blocked = await client.callTool({ name: 'wipe', arguments: {} });
      assert.equal(blocked.isError, true);
      const calls = typeof docs.calls === 'function' ? docs.calls() : docs.calls;
      assert.deepEqual(calls, ['note', 'pay']);
      if (kind !== 'stdio') {
        const progress: number[] = [];
        await client.callTool(
          { name: 'count', arguments: {} },
          { onprogress: (told) => void progress.push(told.progress) },
        );
        assert.deepEqual(progress, [1, 2]);
        const read = await client.readResource({ uri: 'docs://page' });
        assert.equal(JSON.stringify(read.contents).includes('the page'), true);
        assert.equal((await client.getPrompt({ name: 'greet' })).messages.length, 1);
      }
      await gateway.settled();
      const outcomes = await world.outcomes();
      assert.ok(outcomes.every(({ agent_id, outcome }) => agent_id === AGENT && outcome === 'success'));
      assert.equal(outcomes.length, kind === 'stdio' ? 2 : 3);
    });
  }
}

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
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    progressToken: 'same',
  };
  const call = async (name: string, given: object) => {
    const params = { name, arguments: given, _meta };
    const response = await fetch(`${gateway.url}/desk/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PRODUCTION_KEY}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      // The same id and the same token: each client chooses its own.
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return response.text();
  };
  const answers = await Promise.all([call('slow', { ms: 300 }), call('note', {}), call('slow', { ms: 10 })]);
  assert.match(String(answers[0]), /"progressToken":"same".*slow done/s);
  assert.match(String(answers[1]), /^\{.*note done/);
  assert.match(String(answers[2]), /"progressToken":"same".*slow done/s);
  assert.ok(answers.every((text) => text.includes('"id":1')));
  assert.equal(new Set(desk.received().map(({ id }) => id)).size, 3);
});

testWithGateway('keeps-sessions-apart-and-ends-their-servers', async (t, world) => {
  const desk = wrappedServer(t);
  const agents = [
    { name: AGENT, key: PRODUCTION_KEY },
    { name: 'other-agent', key: SANDBOX_KEY, tools: { deny: ['*.note'] } },
  ];
  const gateway = await httpGateway(t, world.configuration({ servers: [desk.server], agents }));
  const url = `${gateway.url}/desk/mcp`;
  const [first, second] = [await clientOf(t, url, 'legacy'), await clientOf(t, url, 'legacy', SANDBOX_KEY)];
  assert.equal((await first.callTool({ name: 'note', arguments: {} })).isError, undefined);
  assert.equal((await second.callTool({ name: 'note', arguments: {} })).isError, true);
  const { sessionId = '' } = first.transport ?? {};
  // Another agent has no use for the id of a session.
  const stolen = await fetch(url, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${SANDBOX_KEY}`, 'mcp-session-id': sessionId },
  });
  assert.equal(stolen.status, 404);
  assert.equal(gateway.sessions.size, 2);
  await (first.transport as StreamableHTTPClientTransport).terminateSession();
  await until(() => gateway.sessions.size === 1);
  const ended = await fetch(url, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${PRODUCTION_KEY}`, 'mcp-session-id': sessionId },
  });
  assert.equal(ended.status, 404);
});

testWithGateway('answers-one-request-where-an-id-is-used-twice', async (t, world) => {
  const desk = wrappedServer(t);
  const gateway = await httpGateway(t, world.configuration({ servers: [desk.server] }));
  const client = await clientOf(t, `${gateway.url}/desk/mcp`, 'legacy');
  const { sessionId = '' } = client.transport ?? {};
  const post = (ms: number) =>
    fetch(`${gateway.url}/desk/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PRODUCTION_KEY}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': sessionId,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 77,
        method: 'tools/call',
        params: { name: 'slow', arguments: { ms } },
      }),
    });
  const first = await post(500);
  const second = await post(1);
  assert.equal(second.status, 400);
  assert.match(await first.text(), /slow done/);
  assert.deepEqual(desk.calls(), ['slow']);
});

testWithGateway('refuses-other-keys-hosts-and-origins', async (t, world) => {
  const desk = wrappedServer(t);
  const gateway = await httpGateway(t, world.configuration({ servers: [desk.server] }));
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'note' } });
  const post = async (headers: Record<string, string>, path = '/desk/mcp') => {
    const accept = 'application/json, text/event-stream';
    const all = { 'content-type': 'application/json', accept, ...headers };
    const response = await fetch(`${gateway.url}${path}`, { method: 'POST', headers: all, body });
    await response.body?.cancel();
    return response.status;
  };
  const authorization = `Bearer ${PRODUCTION_KEY}`;
  assert.equal(await post({}), 401);
  assert.equal(await post({ authorization: `Bearer ${SANDBOX_KEY}` }), 401);
  assert.equal(await post({ authorization: `Basic ${PRODUCTION_KEY}` }), 401);
  assert.equal(await post({ authorization, origin: 'https://evil.example' }), 403);
  assert.equal(await post({ authorization }, '/other/mcp'), 404);
  assert.equal(await post({ authorization }), 400);
  assert.equal(await post({ authorization, 'mcp-session-id': 'guessed' }), 404);
  assert.deepEqual(desk.received(), []);
});
