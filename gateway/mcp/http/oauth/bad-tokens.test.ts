/** Tokens that an issuer did not give, or not for this server, and issuers that can't be asked. */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { generateKeyPair } from 'jose';
import { callWith, protectedGateway } from '../../../../tests/support/gateway/oauth.ts';
import { configurationFor, wrappedServer } from '../../../../tests/support/gateway/world.ts';
import { PROCEED, scriptedService } from '../../../../tests/support/http/clients.ts';
import { startIssuer, type TokenIssuer } from '../../../../tests/support/tokens/token-issuer.ts';
import type { ListenOAuth } from '../../../configuration/configuration.ts';

async function started(t: TestContext, settings: Partial<ListenOAuth> = {}) {
  const [issuer, service, desk] = [await startIssuer(t), await scriptedService(t, PROCEED), wrappedServer(t)];
  const configuration = configurationFor(service.url, { servers: [desk.server] });
  const gateway = await protectedGateway(t, configuration, { issuer: issuer.issuer, ...settings });
  const url = `${gateway.url}/desk/mcp`;
  const names = () =>
    service.requests
      .filter((request) => request.url.endsWith('/evaluate'))
      .map(({ body }) => JSON.parse(body))
      .map(({ agent_id, user_id }) => [agent_id, user_id]);
  return {
    issuer,
    desk,
    gateway,
    url,
    /** The agents and people of the evaluations. */
    names,
    token: (claims: object = {}, ...more: object[]) =>
      issuer.token({ aud: url, ...claims }, ...(more as [object])),
  };
}

const now = () => Math.floor(Date.now() / 1000);

test('refuses-tokens-with-the-reason-and-nothing-of-their-content', async (t) => {
  const { url, token, issuer, desk, gateway } = await started(t);
  const foreign = await generateKeyPair('ES256');
  const claims: [object, RegExp][] = [
    [{ exp: now() - 120 }, /has expired\./],
    [{ exp: undefined }, /has no exp\./],
    [{ nbf: now() + 120 }, /is not valid yet \(nbf\)\./],
    [{ iat: now() + 120 }, /is from the future \(iat\)\./],
    [{ iss: `${issuer.issuer}/` }, /does not have the right iss\./],
    [{ iss: undefined }, /has no iss\./],
    [{ aud: `${url}/` }, /does not have the right aud\./],
    [{ aud: new URL(url).origin }, /does not have the right aud\./],
    [{ aud: url.toUpperCase() }, /does not have the right aud\./],
    [{ aud: undefined }, /has no aud\./],
    [{ cnf: { jkt: 'x' } }, /is bound to a key of the client \(cnf\)/],
    [{ act: 'agent-7' }, /has an actor \(act\) that is not an object\./],
    [{ act: {} }, /does not have the claim that names the agent\./],
    [{ sub: 7 }, /has a name that is not a text/],
    [{ client_id: 'agent\n7' }, /has a name that is not a text/],
    [{ client_id: '' }, /has a name that is not a text/],
  ];
  for (const [given, reason] of claims) {
    const { status, text } = await callWith(url, await token({ name: 'a-secret', ...given }));
    assert.deepEqual([status, reason.test(text)], [401, true], `${JSON.stringify(given)} ${text}`);
    assert.doesNotMatch(text, /eyJ|a-secret/);
  }
  const signed: [string, RegExp][] = [
    [await token({}, {}, foreign.privateKey), /has a signature that its issuer did not make\./],
    [await token({}, { kid: 'two' }), /is signed with a key that its issuer does not list\./],
    [withoutSignature(await token()), /is signed with an algorithm that is not accepted here\./],
    [signedByPublicKey(await token(), issuer), /is signed with an algorithm that is not accepted here\./],
    ['not-a-token', /is not a valid JWT\./],
    ['a.b.c', /is not a valid JWT\./],
  ];
  for (const [given, reason] of signed) {
    const { status, text } = await callWith(url, given);
    assert.deepEqual([status, reason.test(text)], [401, true], text);
  }
  assert.deepEqual(desk.received(), []);
  assert.doesNotMatch(gateway.log(), /eyJ/);
});

function withoutSignature(token: string): string {
  return `${encoded({ alg: 'none' })}.${token.split('.')[1]}.`;
}

/** The public key as a shared secret: it is known to everyone. */
function signedByPublicKey(token: string, { keys: [key] }: TokenIssuer): string {
  const pem = createPublicKey({ key: key ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const content = `${encoded({ alg: 'HS256', kid: 'one' })}.${token.split('.')[1]}`;
  return `${content}.${createHmac('sha256', pem).update(content).digest('base64url')}`;
}

const encoded = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');

test('reads-the-agent-and-the-person-from-the-claims', async (t) => {
  const usual = await started(t);
  const cases: [claims: object, agent: string, user: string | undefined][] = [
    [{ sub: 'agent-7' }, 'agent-7', undefined],
    [{ sub: 'dana', client_id: 'desk' }, 'desk', 'dana'],
    [{ sub: 'dana', azp: 'desk' }, 'desk', 'dana'],
    [{ sub: 'desk', client_id: 'desk' }, 'desk', undefined],
    [{ sub: 'dana', client_id: 'desk', act: { sub: 'agent-8', act: { sub: 'agent-9' } } }, 'agent-8', 'dana'],
    // Clocks differ, and a token may be for several.
    [{ exp: now() - 30, nbf: now() + 30, iat: now() + 30 }, 'agent-7', undefined],
    [{ aud: ['https://other.example', usual.url] }, 'agent-7', undefined],
  ];
  for (const [claims, agent, user] of cases) {
    assert.match((await callWith(usual.url, await usual.token(claims))).text, /note done/);
    assert.deepEqual(usual.names().at(-1), [agent, user], JSON.stringify(claims));
  }
  const chosen = await started(t, { agent: 'cid', user: 'email', audience: 'api://gateway' });
  const own = { aud: 'api://gateway', cid: 'desk', sub: 'x', email: 'dana@acme.example' };
  const others: [claims: object, agent: string, user: string | undefined][] = [
    [own, 'desk', 'dana@acme.example'],
    [{ ...own, email: undefined }, 'desk', undefined],
    [{ ...own, act: { cid: 'agent-8' } }, 'agent-8', 'dana@acme.example'],
  ];
  for (const [claims, agent, user] of others) {
    assert.match((await callWith(chosen.url, await chosen.token(claims))).text, /note done/);
    assert.deepEqual(chosen.names().at(-1), [agent, user], JSON.stringify(claims));
  }
  assert.equal((await callWith(chosen.url, await chosen.token({ cid: 'desk' }))).status, 401);
});

test('reads-scopes-as-issuers-write-them', async (t) => {
  const { url, token } = await started(t, { scopes: { desk: ['read', 'call'] } });
  const enough = [{ scope: 'call read more' }, { scp: 'read call' }, { scp: ['read', 'call'] }];
  for (const given of enough) {
    assert.match((await callWith(url, await token(given))).text, /note done/, JSON.stringify(given));
  }
  const lacking = [{}, { scope: 'call' }, { scope: 'call  reads' }, { scp: [7] }, { scope: { call: true } }];
  for (const given of lacking) {
    assert.equal((await callWith(url, await token(given))).status, 403, JSON.stringify(given));
  }
});

test('accepts-only-the-algorithms-that-are-listed', async (t) => {
  const { url, token } = await started(t, { algorithms: ['RS256'] });
  assert.match((await callWith(url, await token())).text, /an algorithm that is not accepted here/);
});

test('refuses-a-token-that-is-longer-than-a-head-may-be', async (t) => {
  const { url, token } = await started(t);
  assert.equal((await callWith(url, await token({ pad: 'x'.repeat(20_000) }))).status, 431);
});

test('takes-no-token-while-the-keys-of-its-issuer-are-unknown', async (t) => {
  const answers: [string, TokenIssuer['answer'], RegExp][] = [
    ['away', (_, response) => response.destroy(), /it can't be reached/],
    ['failing', (_, response) => response.writeHead(500).end(), /it answered 500/],
    ['large', (_, response) => response.end(' '.repeat(10_000_000)), /longer than 256 KB/],
    ['silent', () => {}, /did not answer in 5 seconds/],
    ['elsewhere', (_, response) => response.writeHead(302, { location: '/' }).end(), /redirects/],
    ['none', (_, response) => response.writeHead(404).end(), /has no metadata \(set jwksUri\)/],
    [
      'another',
      (_, response) => response.end('{"issuer":"https://x.example","jwks_uri":"https://x.example/keys"}'),
      /its metadata names another issuer/,
    ],
  ];
  for (const [name, answer, reason] of answers) {
    const { url, token, issuer, gateway } = await started(t);
    issuer.answer = answer;
    const { status, text } = await callWith(url, await token());
    assert.deepEqual([status, /keys of its issuer are not known/.test(text)], [503, true], name);
    assert.match(gateway.log(), reason, name);
    const { length } = issuer.asked;
    issuer.answer = null;
    // It is not asked again at once.
    assert.equal((await callWith(url, await token())).status, 503, name);
    assert.equal(issuer.asked.length, length, name);
  }
});
