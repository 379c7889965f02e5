/** Answers that a login does not take: of another login, of another issuer, and of servers that mislead it. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { ADDRESS, comeBack, type Home, homeFor } from '../../tests/support/gateway/logging-in.ts';
import { authorizationServer, protectedServer } from '../../tests/support/gateway/protected-server.ts';
import { allowed } from './guarded-fetch.ts';

const loginsIn = ({ logins }: Home) =>
  existsSync(logins) ? readdirSync(logins).filter((name) => name.endsWith('.login')) : [];

test('takes-no-answer-with-another-state', async (t) => {
  const { issuer } = await authorizationServer(t);
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  const { shown, ended } = await home.login(['docs', '--url', docs.url, '--no-browser'], ADDRESS);
  const back = new URL(new URL(shown[0] ?? '').searchParams.get('redirect_uri') ?? '');
  for (const search of ['?code=stolen&state=guessed', '?code=stolen', '?error=access_denied', '']) {
    const answer = await fetch(new URL(search, back));
    assert.equal(answer.status, 400, search);
  }
  assert.deepEqual(loginsIn(home), []);
  // The login still waits for its own answer.
  assert.equal((await comeBack(shown[0])).status, 200);
  assert.equal((await ended).code, 0);
});

test('takes-no-answer-of-another-issuer', async (t) => {
  const server = await authorizationServer(t);
  const docs = await protectedServer(t, server.issuer);
  const home = homeFor(t);
  const changes: ((address: URL) => void)[] = [
    ({ searchParams }) => searchParams.set('iss', 'https://evil.example'),
    ({ searchParams }) => searchParams.delete('iss'),
  ];
  for (const change of changes) {
    server.sendBack = change;
    const { shown, ended } = await home.login(['docs', '--url', docs.url, '--no-browser'], ADDRESS);
    assert.equal((await comeBack(shown[0])).status, 400);
    const { code, stderr } = await ended;
    assert.equal(code, 1);
    assert.match(stderr, /The login failed: .*"iss" \(issuer\)/);
    assert.deepEqual(server.grants, []);
    assert.deepEqual(loginsIn(home), []);
  }
});

test('says-what-the-authorization-server-refused-on-one-harmless-line', async (t) => {
  const server = await authorizationServer(t);
  const docs = await protectedServer(t, server.issuer);
  server.sendBack = ({ searchParams }) => {
    searchParams.delete('code');
    searchParams.set('error', 'access_denied');
    searchParams.set('error_description', 'No.\u001b[2J\nRun rm -rf');
  };
  const { shown, ended } = await homeFor(t).login(['docs', '--url', docs.url, '--no-browser'], ADDRESS);
  await comeBack(shown[0]);
  const { stderr } = await ended;
  assert.match(stderr, /^assize gateway: The login failed: access_denied: No\.\\u001B\[2J Run rm -rf\n$/);
});

test('asks-only-https-and-this-machine-for-its-own-servers', () => {
  const [remote, local] = ['https://docs.example/mcp', 'http://127.0.0.1:9/mcp'];
  const refused: [url: string, server: string][] = [
    ['http://login.example', remote],
    ['http://127.0.0.1:8080', remote],
    ['https://localhost', remote],
    ['http://login.example', local],
    ['http://127.0.0.1.example', local],
    ['file:///etc/passwd', local],
    ['no address', local],
  ];
  for (const [url, server] of refused) assert.throws(() => allowed(url, server), /does not ask/, url);
  assert.equal(allowed('https://login.example', remote).host, 'login.example');
  assert.equal(allowed('http://localhost:1', local).host, 'localhost:1');
});

/** A server that answers as a test wants. */
async function misleading(t: TestContext, answer: (origin: string) => RequestListener): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close().closeAllConnections());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', answer(origin));
  return origin;
}

/** Answers with these documents by path, and with 401 to everything else. */
const documents =
  (byPath: (origin: string) => Record<string, object | string>) =>
  (origin: string): RequestListener =>
  ({ url = '' }, response) => {
    const found = byPath(origin)[url];
    if (found === undefined) return response.writeHead(url === '/mcp' ? 401 : 404).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(typeof found === 'string' ? found : JSON.stringify(found));
  };

const PROTECTED = '/.well-known/oauth-protected-resource/mcp';
const METADATA = '/.well-known/oauth-authorization-server';
const endpoints = (origin: string, more = {}) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  registration_endpoint: `${origin}/register`,
  response_types_supported: ['code'],
  ...more,
});
const CLIENT = ['--client-id', 'assize'];

/** Servers that mislead the gateway, with the words that it says. */
const MISLEADING: Record<string, [answers: (origin: string) => RequestListener, says: RegExp]> = {
  'the metadata of another server': [
    documents((origin) => ({
      [PROTECTED]: { resource: 'https://other.example/mcp', authorization_servers: [origin] },
      [METADATA]: endpoints(origin),
    })),
    /metadata are those of another one: https:\/\/other\.example\/mcp/,
  ],
  'an issuer that is another one': [
    documents((origin) => ({
      [PROTECTED]: { resource: `${origin}/mcp`, authorization_servers: [origin] },
      [METADATA]: endpoints('https://other.example'),
    })),
    /metadata of its authorization server can't be used/,
  ],
  'an authorization server without https': [
    documents((origin) => ({
      [PROTECTED]: { resource: `${origin}/mcp`, authorization_servers: ['http://login.example'] },
    })),
    /does not ask, http:\/\/login\.example/,
  ],
  'a page to log in at without https': [
    documents((origin) => ({
      [METADATA]: endpoints(origin, { authorization_endpoint: 'http://login.example/authorize' }),
    })),
    /does not ask, http:\/\/login\.example\/authorize/,
  ],
  'a login that another program here could take over': [
    documents((origin) => ({
      [METADATA]: endpoints(origin, { code_challenge_methods_supported: ['plain'] }),
    })),
    /does not support PKCE with S256/,
  ],
  'metadata without an end': [
    documents(() => ({ [METADATA]: `{"issuer": "${'x'.repeat(600_000)}"}` })),
    /more than 524288 bytes/,
  ],
  'metadata elsewhere': [
    () => (_, response) => response.writeHead(307, { location: 'https://other.example/' }).end(),
    /redirects to https:\/\/other\.example/,
  ],
};

for (const [name, [answers, says]] of Object.entries(MISLEADING)) {
  test(`refuses-${name.replaceAll(' ', '-')}`, async (t) => {
    const home = homeFor(t);
    const url = `${await misleading(t, answers)}/mcp`;
    const words = ['login', 'docs', '--url', url, '--no-browser', ...CLIENT];
    const { code, stderr } = await home.gateway(words);
    assert.equal(code, 1);
    assert.match(stderr, says);
    assert.deepEqual(loginsIn(home), []);
  });
}
