import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import fc from 'fast-check';
import { verdictService } from '../../tests/support/gateway/verdicts.ts';
import { configurationFor } from '../../tests/support/gateway/world.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';
import { until } from '../../tests/support/until.ts';
import { nodePlatform } from '../platform.ts';
import { type Gateway, gatewayFor } from './gateway.ts';
import { serveHttp } from './http/serve-http.ts';
import { isRequest, type Message } from './message.ts';
import { CLIENT_NOTIFICATIONS, CLIENT_REQUESTS } from './methods.ts';
import { serveStdio } from './serve-stdio.ts';
import type { Upstream } from './upstream/upstream.ts';

const SERVER = { kind: 'stdio', name: 'desk', command: 'none', args: [], env: {} } as const;

/** A server that answers everything at once, and remembers the requests that reached it. */
function rememberingServer(received: Message[]): Upstream {
  const upstream: Upstream = {
    onmessage: () => {},
    onlost: () => {},
    onclose: () => {},
    onerror: () => {},
    start: async () => {},
    send: async (message) => {
      received.push(message);
      if (isRequest(message)) upstream.onmessage({ jsonrpc: '2.0', id: message.id, result: {} }, undefined);
    },
    close: async () => upstream.onclose(),
  };
  return upstream;
}

const TOOLS = ['note', 'pay', 'wipe', 'PAY', 'wipe\u0000', '__proto__', ''];
const id = fc.constantFrom<unknown>(1, 2, '1', 'a', 0, null, 1.5, {}, [1]);
const params = fc.record(
  {
    name: fc.oneof(fc.constantFrom<unknown>(...TOOLS), fc.anything()),
    arguments: fc.oneof(fc.object({ maxDepth: 1 }), fc.anything({ maxDepth: 1 })),
    _meta: fc.constantFrom({}, { progressToken: 1 }, { 'dev.assize/approval-id': 'apr_1' }, 'meta'),
    requestState: fc.constantFrom('assize-approval:apr_1', 'other', 7),
    inputResponses: fc.constantFrom({ 'assize-approval': { action: 'accept' } }, {}, 1),
    task: fc.constantFrom({}, { ttl: 1 }),
  },
  { requiredKeys: ['name'] },
);
const good = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.integer({ min: 1, max: 5 }),
  method: fc.constant('tools/call'),
  params: fc.record({
    name: fc.constantFrom('note', 'pay', 'wipe'),
    arguments: fc.dictionary(fc.string(), fc.integer()),
  }),
});
const method = fc.constantFrom(
  'tools/call',
  'tools/call ',
  'Tools/Call',
  'tools/call\u0000',
  'tools/run',
  'notifications/tools/call',
  'notifications/cancelled',
  'ping',
  'tools/list',
  'initialize',
  'sampling/createMessage',
);
const odd = fc.record(
  {
    jsonrpc: fc.constantFrom<unknown>('2.0', '2.0', '1.0', 2),
    id,
    method,
    params,
    result: fc.constant({}),
    error: fc.constant({ code: 1, message: '' }),
  },
  { requiredKeys: [] },
);
const one = fc.oneof(good, odd);
const message = fc.oneof(
  { weight: 6, arbitrary: one.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.array(one, { maxLength: 3 }).map((value) => JSON.stringify(value)) },
  // Duplicate members, the second of which counts.
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"jsonrpc":"2.0","id":3,"method":"ping","method":"tools/call","params":{"name":"note","name":"wipe"}}',
      '{"jsonrpc":"2.0","id":4,"method":"tools/call","method":"ping","params":{"name":"wipe"}}',
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"wipe"}} {"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"wi\\u0070e"}}',
    ),
  },
  { weight: 1, arbitrary: fc.string() },
);

const textOf = (name: unknown, given: unknown) => JSON.stringify([`desk.${name}`, given ?? {}]);

/** Each call that reached the server was judged, once each time, and may run. */
function assertJudged(received: readonly Message[], proceeded: readonly string[]): void {
  const left = [...proceeded];
  for (const reached of received) {
    if (!('method' in reached)) continue;
    if (reached.method !== 'tools/call') {
      assert.ok(
        CLIENT_REQUESTS.has(reached.method) || CLIENT_NOTIFICATIONS.has(reached.method),
        reached.method,
      );
      continue;
    }
    assert.ok(isRequest(reached));
    const { name, arguments: given } = reached.params ?? {};
    const place = left.indexOf(textOf(name, given));
    assert.notEqual(place, -1, `was not judged to proceed: ${textOf(name, given)}`);
    left.splice(place, 1);
  }
}

function watched(url: string, received: Message[]): Gateway {
  const configuration = configurationFor(url, { servers: [SERVER], elicitation: 'approve' });
  const listen = { host: '127.0.0.1', port: 0, hosts: [], origins: [] };
  return {
    ...gatewayFor(
      { ...configuration, listen },
      nodePlatform(() => {}),
    ),
    upstreamTo: () => rememberingServer(received),
  };
}

test('lets-no-call-through-unjudged-of-all-that-a-client-may-write', async (t) => {
  const service = await verdictService(t);
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 25 }), async (messages) => {
      service.proceeded.length = 0;
      const received: Message[] = [];
      const [input, output] = [new PassThrough(), new PassThrough()];
      let answered = '';
      output.setEncoding('utf8').on('data', (text: string) => {
        answered += text;
      });
      const ended = serveStdio(watched(service.url, received), SERVER, { input, output });
      const last = '{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"note"}}';
      for (const text of [...messages, last]) input.write(`${text.replaceAll('\n', ' ')}\n`);
      await until(() => answered.includes('"last"'));
      input.end();
      await ended;
      assertJudged(received, service.proceeded);
      reached += received.length;
    }),
    { numRuns: 100 },
  );
  assert.ok(reached > 110, `${reached}`);
});

/** @returns a function that posts a body and returns the session it opened, if any */
function posterTo(url: string) {
  return async (body: string, headers: Record<string, string>) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PRODUCTION_KEY}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(60_000),
    });
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
}

test('lets-no-call-through-unjudged-of-all-that-a-client-may-post', async (t) => {
  const service = await verdictService(t);
  const received: Message[] = [];
  const http = await serveHttp(watched(service.url, received));
  t.after(() => http.close());
  const post = posterTo(`${http.url}/desk/mcp`);
  const begin = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  };
  const modern = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': begin.clientInfo,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const session = await post(
    JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: begin }),
    {},
  );
  assert.notEqual(session, '');
  const headers = [
    { 'mcp-session-id': session },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'note' },
    {},
  ] as const;
  const enveloped = good.map((call) =>
    JSON.stringify({ ...call, params: { ...call.params, _meta: modern } }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.oneof(
            message,
            enveloped,
            good.map((call) => JSON.stringify(call)),
          ),
          fc.constantFrom(...headers),
        ),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
      async (posts) => {
        await Promise.all(posts.map(([body, head]) => post(body, head)));
        assertJudged(received, service.proceeded);
      },
    ),
    { numRuns: 100 },
  );
  const calls = received.filter((reached) => 'method' in reached && reached.method === 'tools/call');
  assert.ok(calls.length > 20, `${calls.length}`);
});
