import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import { configurationFor } from '../../tests/support/gateway/world.ts';
import { until } from '../../tests/support/until.ts';
import { nodePlatform } from '../platform.ts';
import { gatewayFor } from './gateway.ts';
import type { Fields, Message } from './message.ts';
import { serveStdio } from './serve-stdio.ts';
import { ToolLists } from './tools/tool-lists.ts';
import type { Upstream } from './upstream/upstream.ts';

const SERVER = { kind: 'stdio', name: 'desk', command: 'none', args: [], env: {} } as const;

/** @returns the gateway's answer, and the requests that reach a server that never answers */
async function written(lines: readonly string[]): Promise<{ answers: string[]; received: Message[] }> {
  const received: Message[] = [];
  const upstream: Upstream = {
    ...{ onmessage: () => {}, onlost: () => {}, onclose: () => {}, onerror: () => {} },
    start: async () => {},
    send: async (message) => void received.push(message),
    close: async () => upstream.onclose(),
  };
  const platform = nodePlatform(() => {});
  const gateway = gatewayFor(configurationFor('http://127.0.0.1:1', { servers: [SERVER] }), platform);
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const ended = serveStdio({ ...gateway, upstreamTo: () => upstream }, SERVER, { input, output });
  for (const line of [...lines, '{"jsonrpc":"2.0","id":"last","method":"unknown"}']) input.write(`${line}\n`);
  await until(() => text.includes('"last"'));
  const answers = text.split('\n').slice(0, -2);
  input.end();
  await ended;
  return { answers, received };
}

test('lets-1000-requests-wait-for-a-server-and-no-more', async () => {
  const pings = Array.from({ length: 1_001 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
  const { answers, received } = await written(pings);
  assert.equal(received.length, 1_000);
  assert.equal(answers.length, 1);
  assert.match(String(answers), /"id":1000,.*Too many requests/);
});

test('refuses-what-a-client-nests-too-deeply-and-goes-on', async () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const messages = [
    '"id":1,"method":"tools/call"',
    '"id":2,"method":"ping"',
    '"method":"notifications/progress"',
  ];
  const lines = messages.flatMap((head) =>
    [600, 200_000].map(
      (depth) => `{"jsonrpc":"2.0",${head},"params":{"name":"note","arguments":{"a":${deep(depth)}}}}`,
    ),
  );
  const { answers, received } = await written(lines);
  assert.equal(answers.filter((line) => line.includes('nested too deeply')).length, 4);
  assert.ok(received.every((message) => !('id' in message)));
});

test('reads-a-server-no-faster-than-its-client-reads', async () => {
  const told: string[] = [];
  const upstream: Upstream = {
    ...{ onmessage: () => {}, onlost: () => {}, onclose: () => {}, onerror: () => {} },
    start: async () => {},
    send: async () => {},
    close: async () => upstream.onclose(),
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
  };
  const platform = nodePlatform(() => {});
  const gateway = gatewayFor(configurationFor('http://127.0.0.1:1', { servers: [SERVER] }), platform);
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1 })];
  const ended = serveStdio({ ...gateway, upstreamTo: () => upstream }, SERVER, { input, output });
  const message: Message = { jsonrpc: '2.0', method: 'notifications/message', params: {} };
  for (let sent = 0; sent < 20; sent += 1) upstream.onmessage({ ...message }, undefined);
  assert.deepEqual(told, ['pause']);
  output.resume();
  await until(() => told.includes('resume'));
  input.end();
  await ended;
});

test('takes-note-of-10000-tools-of-a-server-and-no-more', () => {
  const imported: Fields[] = [];
  const lists = new ToolLists((tools) => imported.push(...tools));
  const tools = Array.from({ length: 10_001 }, (_, place) => ({ name: `tool-${place}` }));
  const page = { tools };
  assert.equal(
    lists.seen(page, () => true),
    page,
  );
  assert.equal(imported.length, 10_000);
  assert.equal(lists.definitionOf('tool-10000'), undefined);
});
