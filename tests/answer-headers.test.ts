/** Headers that every answer must have, for every route, refusal and broken request, and what a request can't cause. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { openWithoutHttp, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { appWithRoutes } from './support/http/routes.ts';
import { signedIn } from './support/people/members.ts';

const KEY = { 'x-api-key': PRODUCTION_KEY };
const BEARER = { authorization: `Bearer ${PRODUCTION_KEY}` };
const LIST = '/api/v1/api-keys';
const EVALUATE = '/v1/governance/evaluate';
/** A document that anyone may read without a key. */
const PUBLIC_DOCUMENT = '/.well-known/authzen-configuration';

testOnOneDatabase('no-answer-stays-in-a-cache-or-is-taken-for-another-type', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { app, routes } = await appWithRoutes(service);
  t.after(() => app.close());
  const refused: string[] = [];
  const seen = new Set<string>();
  const look = async (method: string, url: string, headers: Record<string, string>) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers,
      payload: method === 'POST' ? '{}' : '',
    });
    const { 'cache-control': cache, 'x-content-type-options': sniffing } = answer.headers;
    seen.add(String(answer.statusCode));
    if (cache !== 'private, no-store' || sniffing !== 'nosniff')
      refused.push(`${method} ${url} ${answer.statusCode}: ${cache}, ${sniffing}`);
  };
  const isOfApi = (url: string) => /^\/(api|v1|access|auth|healthz|readyz)(\/|\?|$)/.test(url);
  for (const { method, url } of routes.filter((route) => isOfApi(route.url))) {
    // A stream keeps its answer open.
    if (url.endsWith('/events/stream')) continue;
    const address = url.replace(/:\w+|\*/g, 'x');
    for (const headers of [{ ...KEY, 'content-type': 'application/json' }, BEARER, {}])
      await look(method, address, headers);
  }
  for (const url of ['/nowhere', '/api/v1/evidence/%zz', '/v1/%', `/v1/evidence/${'x'.repeat(5000)}`]) {
    await look('GET', url, KEY);
    await look('PUT', url, BEARER);
  }
  await look('POST', EVALUATE, { ...BEARER, 'content-encoding': 'gzip' });
  assert.deepEqual(refused, [], refused.join('\n'));
  for (const status of ['200', '400', '401', '404', '405', '415', '422']) assert.ok(seen.has(status), status);
  const { headers } = await app.inject({ url: PUBLIC_DOCUMENT });
  assert.equal(headers['cache-control'], 'max-age=3600');
});

testOnOneDatabase('a-broken-address-is-refused-as-the-contract-has-it', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (const bent of ['%', '%zz', '%c0%80', '%E0%A4%A', '%ff']) {
    for (const [url, status] of [
      [`/api/v1/evidence/${bent}`, 422],
      [`/sandbox/api/v1/evidence/${bent}`, 422],
      [`/v1/evidence/${bent}`, 400],
      [`/access/v1/${bent}`, 400],
    ] as const) {
      const answer = await app.inject({ url, headers: { ...KEY } });
      assert.equal(answer.statusCode, status, url);
      const [fault] = answer.json().detail;
      assert.deepEqual(Object.keys(fault), ['loc', 'msg', 'type'], url);
      assert.deepEqual(fault.loc, ['path']);
    }
  }
});

testOnOneDatabase('a-request-that-is-not-http-is-answered-with-the-same-headers', async (location, t) => {
  const { app } = await startTestService(t, location);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 400 .*\r\n/);
  assert.match(answer, /cache-control: private, no-store\r\n/i);
  assert.match(answer, /x-content-type-options: nosniff\r\n/i);
});

testOnOneDatabase('a-request-brings-one-credential', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ask = (path: string, headers: string[], method = 'GET') =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const options = { port, path, method, headers: ['host', 'localhost', ...headers], agent: false };
      const request = http.request(options, async (answer) => {
        resolve({ status: answer.statusCode ?? 0, body: await text(answer) });
      });
      request.on('error', reject).end(method === 'POST' ? '{"action":"a","context":{}}' : undefined);
    });
  const { headers } = await signedIn(service, 'default', 'owner');
  const key = ['x-api-key', PRODUCTION_KEY];
  const bearer = ['authorization', BEARER.authorization];
  const cookie = ['cookie', headers.cookie];
  const other = ['X-API-KEY', `ak_${'0'.repeat(32)}`];
  const posted = ['content-type', 'application/json', 'content-length', '27'];
  for (const each of [
    [...key],
    [...cookie],
    [...key, 'authorization', 'Basic dTpw'],
    [...key, 'cookie', 'other=1'],
  ]) {
    assert.equal((await ask(LIST, each)).status, 200, each.join(' '));
  }
  for (const each of [
    [...key, ...bearer],
    [...bearer, ...key],
    [...key, ...cookie],
    [...cookie, ...bearer],
    [...key, ...key],
    [...key, ...other],
    [...other, ...key],
    [...key, 'authorization', `bearer ${PRODUCTION_KEY}`],
    [...key, 'authorization', PRODUCTION_KEY],
  ]) {
    const { status, body } = await ask(LIST, each);
    assert.deepEqual(
      [status, JSON.parse(body).detail],
      [401, 'Send one credential: this request has more than one.'],
      each.join(' '),
    );
  }
  assert.equal((await ask(EVALUATE, [...bearer, ...posted], 'POST')).status, 200);
  for (const each of [
    [...bearer, ...key],
    [...bearer, ...bearer],
    [...key, ...bearer],
  ]) {
    assert.equal((await ask(EVALUATE, [...each, ...posted], 'POST')).status, 401, each.join(' '));
  }
});

testOnOneDatabase('a-compressed-body-is-not-taken-for-json', async (location, t) => {
  const { app } = await startTestService(t, location);
  const plain = JSON.stringify({ action: 'a', context: {} });
  const asked = async (url: string, headers: Record<string, string>, payload: string | Buffer) =>
    app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload });
  for (const [url, headers] of [
    ['/api/v1/core/governance/evaluate', KEY],
    [EVALUATE, BEARER],
    ['/access/v1/evaluation', BEARER],
    ['/auth/sign-in/email', { origin: 'http://localhost:80', host: 'localhost:80' }],
  ] as const) {
    for (const encoding of ['gzip', 'GZIP', 'br', 'deflate', 'gzip, identity', 'x']) {
      const answer = await asked(url, { ...headers, 'content-encoding': encoding }, gzipSync(plain));
      assert.deepEqual(
        [answer.statusCode, answer.headers['accept-encoding']],
        [415, 'identity'],
        `${url} ${encoding}`,
      );
      assert.match(answer.json().detail, /without Content-Encoding/);
    }
  }
  for (const encoding of ['identity', 'Identity'])
    assert.equal((await asked(EVALUATE, { ...BEARER, 'content-encoding': encoding }, plain)).statusCode, 200);
});
