import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import test, { type TestContext } from 'node:test';
import { boundedFetch } from './bounded-fetch.ts';

const MIB = 1024 * 1024;
const MAX_BYTES = 64 * MIB;

async function serving(t: TestContext, headers: Record<string, string>, pieces: Iterable<string>) {
  const server = createServer(async (_, response) => {
    response.writeHead(200, headers);
    // If the client goes, there is nothing more to send.
    await pipeline(pieces, response).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('refuses-an-answer-that-would-fill-the-memory', async (t) => {
  const piece = 'x'.repeat(MIB);
  const endless = Array.from({ length: 80 }, () => piece);
  for (const type of ['application/json', 'text/event-stream']) {
    const response = await boundedFetch(MAX_BYTES, await serving(t, { 'content-type': type }, endless));
    await assert.rejects(response.text(), /more than/);
  }
  const length = String(80 * MIB);
  const declared = await serving(
    t,
    { 'content-type': 'application/json', 'content-length': length },
    endless,
  );
  await assert.rejects(boundedFetch(MAX_BYTES, declared), /more than/);
});

test('follows-redirects-on-the-same-host-alone', async (t) => {
  const asked: string[] = [];
  const server = createServer(async ({ url = '', headers, method }, response) => {
    asked.push(`${method} ${url} ${headers['x-key']}`);
    const to = { '/mcp': '/mcp/', '/circle': '/circle', '/away': 'http://localhost:1/mcp' }[url];
    if (to === undefined) response.end('{}');
    else response.writeHead(307, { location: to }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = { method: 'POST', headers: { 'x-key': 'k' }, body: '{}' };
  assert.equal((await boundedFetch(MAX_BYTES, `${host}/mcp`, post)).status, 200);
  assert.deepEqual(asked, ['POST /mcp k', 'POST /mcp/ k']);
  await assert.rejects(boundedFetch(MAX_BYTES, `${host}/away`, post), /redirects to http:\/\/localhost:1/);
  await assert.rejects(boundedFetch(MAX_BYTES, `${host}/circle`, post), /in a circle/);
});

test('reads-a-stream-of-many-messages-without-an-end', async (t) => {
  const event = `data: ${'x'.repeat(MIB)}\n\n`;
  const events = Array.from({ length: 80 }, () => event);
  const response = await boundedFetch(
    MAX_BYTES,
    await serving(t, { 'content-type': 'text/event-stream' }, events),
  );
  assert.equal((await response.text()).length, 80 * event.length);
});

test('reads-lines-of-json-as-events', async (t) => {
  const response = await boundedFetch(
    MAX_BYTES,
    await serving(t, { 'content-type': 'application/json' }, ['{"a":1}\n{"b":2}']),
  );
  assert.equal(await response.text(), 'data: {"a":1}\n\ndata: {"b":2}\n\n');
});
