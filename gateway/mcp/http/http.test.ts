import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { newFolder } from '../../../tests/support/databases/databases.ts';
import { clientOf, httpGateway, textOf } from '../../../tests/support/gateway/http.ts';
import { realServer } from '../../../tests/support/gateway/real-server.ts';
import { AGENT, lineClient, testWithGateway, wrappedServer } from '../../../tests/support/gateway/world.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from '../../../tests/support/http/in-process.ts';
import { until } from '../../../tests/support/until.ts';

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

testWithGateway('says-that-a-server-wants-a-key-or-a-sign-in', async (t, world) => {
  const wants = createServer((_, response) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  );
  wants.listen(0, '127.0.0.1');
  await once(wants, 'listening');
  t.after(() => wants.close());
  const url = `http://127.0.0.1:${(wants.address() as AddressInfo).port}/mcp`;
  const client = lineClient(
    t,
    world.configuration({ servers: [{ kind: 'http', name: 'docs', url, headers: {} }] }),
    { folder: newFolder(t) },
  );
  for (const answer of [
    await client.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }),
    await client.ask('tools/list'),
  ])
    assert.match(
      answer.error.message,
      /^The server answered 401. .*login \(OAuth\).* run `assize gateway login docs`/,
    );
});

testWithGateway('ends-a-session-that-the-server-has-forgotten', async (t, world) => {
  const docs = await realServer(t, { sessions: true });
  const gateway = await httpGateway(t, world.configuration({ servers: [docs.server] }));
  const client = await clientOf(t, `${gateway.url}/docs/mcp`, 'legacy');
  docs.forget();
  await assert.rejects(client.callTool({ name: 'note', arguments: {} }));
  await until(() => gateway.sessions.size === 0);
});

testWithGateway('outlives-an-answer-that-is-nested-too-deeply-for-a-stream', async (t, world) => {
  const desk = wrappedServer(t);
  const gateway = await httpGateway(t, world.configuration({ servers: [desk.server] }));
  const client = await clientOf(t, `${gateway.url}/desk/mcp`, 'legacy');
  await assert.rejects(client.callTool({ name: 'note', arguments: { badly: 'deep' } }), /nested too deeply/);
  assert.match(String(textOf(await client.callTool({ name: 'note', arguments: {} }))), /note done/);
});

testWithGateway('keeps-sessions-apart-and-ends-their-servers', async (t, world) => {
  const desk = wrappedServer(t);
  const agents = [
    { name: AGENT, key: PRODUCTION_KEY },
    { name: 'other-agent', key: SANDBOX_KEY, tools: { deny: ['*.note'] } },
  ];
  const servers = [desk.server, wrappedServer(t, 'bank').server];
  const gateway = await httpGateway(t, world.configuration({ servers, agents }));
  const url = `${gateway.url}/desk/mcp`;
  const [first, second] = [await clientOf(t, url, 'legacy'), await clientOf(t, url, 'legacy', SANDBOX_KEY)];
  assert.equal((await first.callTool({ name: 'note', arguments: {} })).isError, undefined);
  assert.equal((await second.callTool({ name: 'note', arguments: {} })).isError, true);
  const { sessionId = '' } = first.transport ?? {};
  // Another agent can't use the id of a session.
  const stolen = await fetch(url, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${SANDBOX_KEY}`, 'mcp-session-id': sessionId },
  });
  assert.equal(stolen.status, 404);
  // Neither can its own agent, at another server.
  const elsewhere = await fetch(`${gateway.url}/bank/mcp`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${PRODUCTION_KEY}`, 'mcp-session-id': sessionId },
  });
  assert.equal(elsewhere.status, 404);
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
  const post = (message: object) =>
    fetch(`${gateway.url}/desk/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PRODUCTION_KEY}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': sessionId,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const params = { name: 'note', arguments: { badly: 'elicits' } };
  const call = { id: 77, method: 'tools/call', params };
  const first = await post(call);
  let text = '';
  const read = (async () => {
    for await (const piece of first.body ?? []) text += Buffer.from(piece).toString('utf8');
  })();
  await until(() => text.includes('elicitation/create'));
  assert.equal((await post(call)).status, 400);
  // The server has its answer, and so has the first request.
  await post({ id: 'server-1', result: { action: 'decline' } });
  await read;
  assert.match(text, /"id":77.*elicited|elicited.*"id":77/);
  assert.equal(desk.calls().length, 1);
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
  // A foreign name that points to this machine.
  const asked = get(`${gateway.url}/desk/mcp`, { headers: { authorization, host: 'evil.example' } });
  const [{ statusCode }] = await once(asked, 'response');
  asked.destroy();
  assert.equal(statusCode, 403);
  assert.equal(await post({ authorization }, '/other/mcp'), 404);
  assert.equal(await post({ authorization }), 400);
  assert.equal(await post({ authorization, 'mcp-session-id': 'guessed' }), 404);
  assert.deepEqual(desk.received(), []);
});

testWithGateway('answers-to-its-public-address', async (t, world) => {
  const desk = wrappedServer(t);
  const publicUrl = 'https://gateway.example.com';
  const oauth = { issuer: 'https://idp.example.com', algorithms: ['RS256'], scopes: {}, required: false };
  const configuration = world.configuration({ servers: [desk.server] });
  const gateway = await httpGateway(t, configuration, { publicUrl, oauth });
  const answerTo = async (path: string, headers: Record<string, string>) => {
    const [response] = await once(get(`${gateway.url}${path}`, { headers }), 'response');
    const chunks = await response.toArray();
    return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
  };
  const host = 'gateway.example.com';
  const path = '/.well-known/oauth-protected-resource/desk/mcp';
  const { text } = await answerTo(path, { host, origin: publicUrl });
  assert.equal(JSON.parse(text).resource, `${publicUrl}/desk/mcp`);
  const refused = await answerTo('/desk/mcp', { host });
  assert.equal(refused.status, 401);
  assert.equal(refused.headers['www-authenticate'], `Bearer resource_metadata="${publicUrl}${path}"`);
  assert.equal((await answerTo(path, { host: 'evil.example' })).status, 403);
  assert.equal((await answerTo(path, { host, origin: 'https://evil.example' })).status, 403);
});
