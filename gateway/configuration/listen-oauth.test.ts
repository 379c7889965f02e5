import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { ConfigurationProblems, configurationOf, readFile, serversOf } from './file.ts';

const ISSUER = 'https://idp.example.com/realms/acme';

function read(listen: object, assize: object = { key: 'k' }) {
  const content = JSON.stringify({
    assize: { ...assize, listen },
    mcpServers: { docs: { command: 'docs' } },
  });
  const file = readFile(content, {});
  return configurationOf(file.assize ?? {}, serversOf(file), {});
}

function problemsOf(listen: object): readonly string[] {
  try {
    read(listen);
  } catch (error) {
    assert.ok(error instanceof ConfigurationProblems, String(error));
    return error.problems;
  }
  return [];
}

test('reads-whose-tokens-the-gateway-takes', () => {
  const listen = {
    publicUrl: 'https://Gateway.example.com/',
    oauth: { issuer: ISSUER, scopes: { docs: ['docs:call'] }, user: 'email', required: true },
  };
  assert.deepEqual(read(listen).listen, {
    host: '127.0.0.1',
    port: 8090,
    hosts: [],
    origins: [],
    publicUrl: 'https://gateway.example.com',
    oauth: {
      issuer: ISSUER,
      algorithms: ['RS256', 'ES256'],
      scopes: { docs: ['docs:call'] },
      user: 'email',
      required: true,
    },
  });
  assert.equal(read(listen).defaultAgent?.key, 'k');
  assert.equal(read(listen, { agents: { 'agent-7': { key: 'k' } } }).defaultAgent, undefined);
});

test('reads-the-example-of-the-documentation', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/gateway-oauth.md'), 'utf8');
  const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const file = readFile(example, { ASSIZE_KEY: 'k', DOCS_TOKEN: 't' });
  const { listen, servers } = configurationOf(file.assize ?? {}, serversOf(file), {});
  assert.equal(listen.oauth?.required, true);
  assert.deepEqual(
    Object.keys(listen.oauth?.scopes ?? {}),
    servers.map(({ name }) => name),
  );
});

test('says-what-is-wrong-with-what-it-takes-tokens-for', () => {
  const publicUrl = 'https://gateway.example.com';
  const oauth = { issuer: ISSUER };
  const at = 'assize.listen';
  const algorithms = 'choose from RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA';
  const isSafe = 'give an address that begins with https:// (http:// for this machine)';
  const isHost = 'give only the host, as https://gateway.example.com, without a path';
  const cases: [listen: object, problem: string][] = [
    [
      { oauth },
      `${at}.publicUrl: say under which address clients reach the gateway: tokens (oauth) are given for it`,
    ],
    [{ publicUrl: 'gateway.example.com', oauth }, `${at}.publicUrl: ${isSafe}`],
    [{ publicUrl: 'http://gateway.example.com', oauth }, `${at}.publicUrl: ${isSafe}`],
    [{ publicUrl: `${publicUrl}/mcp`, oauth }, `${at}.publicUrl: ${isHost}`],
    [{ publicUrl: `${publicUrl}?a`, oauth }, `${at}.publicUrl: ${isHost}`],
    [{ publicUrl, oauth: { issuer: 'http://idp.example.com' } }, `${at}.oauth.issuer: ${isSafe}`],
    [
      { publicUrl, oauth: { issuer: 'https://user:secret@idp.example.com' } },
      `${at}.oauth.issuer: ${isSafe}`,
    ],
    [
      { publicUrl, oauth: { issuer: `${ISSUER}?a=b` } },
      `${at}.oauth.issuer: give the address of the issuer without a query`,
    ],
    [{ publicUrl, oauth: { ...oauth, jwksUri: 'ftp://idp/keys' } }, `${at}.oauth.jwksUri: ${isSafe}`],
    ...['none', 'HS256', 'rs256'].map((each): [object, string] => [
      { publicUrl, oauth: { ...oauth, algorithms: ['RS256', each] } },
      `${at}.oauth.algorithms.1: ${algorithms}`,
    ]),
    [
      { publicUrl, oauth: { ...oauth, scopes: { docs: ['docs call'] } } },
      `${at}.oauth.scopes.docs.0: give each scope alone, without spaces and quotation marks`,
    ],
    [
      { publicUrl, oauth: { ...oauth, scopes: { mail: ['call'] } } },
      `${at}.oauth.scopes.mail: there is no such server.`,
    ],
  ];
  for (const [listen, problem] of cases) assert.deepEqual(problemsOf(listen), [problem]);
  assert.match(String(problemsOf({ publicUrl, oauth: { ...oauth, algorithms: [] } })), /algorithms/);
  assert.match(String(problemsOf({ publicUrl, oauth: { ...oauth, secret: 'x' } })), /secret/);
  assert.match(String(problemsOf({ publicUrl, oauth: {} })), /oauth\.issuer/);
  assert.deepEqual(problemsOf({ publicUrl: 'http://127.0.0.1:8090', oauth }), []);
});
