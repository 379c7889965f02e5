/** The service answers many bad requests at once over a real socket, keeps working, and loses nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { SURFACE_CASES } from './cases/surfaces.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { PRODUCTION_KEY, SURFACES, type Surface } from './support/http/in-process.ts';
import { spawnFor } from './support/processes/service.ts';

const GOOD = JSON.stringify({ action: 'email.send', context: {} });
const MEGABYTE = Buffer.alloc(1_000_000, ' ');

testOnOneDatabase('goes-on-after-anything-that-it-is-sent', async (location, t) => {
  const service = await spawnFor(t, location);
  const pid = service.process.pid;

  await Promise.all((Object.keys(SURFACES) as Surface[]).map((surface) => sendAll(service.baseUrl, surface)));
  for (const head of NOT_HTTP) assert.match(await sendRaw(service.baseUrl, head), /^HTTP\/1\.1 4\d\d /);
  await breakOff(service.baseUrl);

  for (const surface of Object.keys(SURFACES) as Surface[]) {
    assert.equal((await post(service.baseUrl, surface, GOOD)).status, 200);
  }
  const headers = SURFACES.a.credentials(PRODUCTION_KEY);
  const verified = await fetch(`${service.baseUrl}/api/v1/evidence/verify`, { headers });
  assert.equal(((await verified.json()) as { valid: boolean }).valid, true);
  assert.equal(service.process.pid, pid);
  assert.equal(service.process.exitCode, null);
  assert.doesNotMatch(service.output(), /"level":"(error|fatal)"/);
  assert.equal(await service.stop('SIGTERM'), 0);
});

/** Sends the whole table at once, with bodies that never end or lie about their length. */
async function sendAll(baseUrl: string, surface: Surface): Promise<void> {
  const rows = SURFACE_CASES.filter(
    ({ only, expect }) => (only ?? surface) === surface && 'faults' in expect,
  );
  const answers = rows.map(async ({ promise, send }) => {
    const body = typeof send === 'string' || Buffer.isBuffer(send) ? send : JSON.stringify(send);
    const response = await post(baseUrl, surface, body);
    assert.equal(response.status, SURFACES[surface].invalid, promise);
  });
  await Promise.all([...answers, sendTenMegabytes(baseUrl, surface)]);
}

/**
 * Sends pieces without a stated length. The service refuses once there are too many; the sender may only see a closed
 * connection.
 */
async function sendTenMegabytes(baseUrl: string, surface: Surface): Promise<void> {
  const pieces = (async function* () {
    for (let piece = 0; piece < 10; piece++) yield MEGABYTE;
  })();
  const sent = await post(baseUrl, surface, pieces).catch(() => null);
  if (sent !== null) assert.equal(sent.status, 413);
  const stated = await post(baseUrl, surface, Buffer.alloc(10_000_000, ' ')).catch(() => null);
  if (stated !== null) assert.equal(stated.status, 413);
}

function post(
  baseUrl: string,
  surface: Surface,
  body: string | Buffer | AsyncIterable<Buffer>,
): Promise<Response> {
  const headers = { ...SURFACES[surface].credentials(PRODUCTION_KEY), 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  return fetch(`${baseUrl}${SURFACES[surface].evaluate}`, init);
}

const NOT_HTTP = [
  'complete nonsense\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'POST /v1/governance/evaluate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /v1/governance/evaluate HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\n\r\n',
];

/** @returns the service's answer before it closes the connection. */
async function sendRaw(baseUrl: string, text: string): Promise<string> {
  const socket = connectSocket(Number(new URL(baseUrl).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  assert.match(
    answer,
    /\r\nX-Request-Id: req_[0-9a-f]{24}\r\n|^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/i,
  );
  return answer;
}

/** Sends half a body and disconnects. */
async function breakOff(baseUrl: string): Promise<void> {
  const socket = connectSocket(Number(new URL(baseUrl).port), '127.0.0.1');
  const head = `POST /v1/governance/evaluate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${PRODUCTION_KEY}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"action":`);
  await once(socket, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await once(socket, 'close');
}
