/** A token of a trusted issuer is accepted wherever a key is, until it is revoked or its issuer changes. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { EVALUATION, REQUEST } from './support/http/authzen.ts';
import { type Answer, ask, startTestService, type TestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { keyHolder as holderOfKey } from './support/tokens/possession.ts';
import { AUDIENCE, startIssuer, type TokenIssuer } from './support/tokens/token-issuer.ts';
import { until } from './support/until.ts';

const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
const QUESTION = { action: 'send_email', context: {} };
const EVALUATE = '/v1/governance/evaluate';
/** The promise. */
const WITHIN_MS = 1000;

interface World extends TestService {
  issuer: TokenIssuer;
  issuerId: string;
}

async function worldOf(t: TestContext, location: DatabaseLocation, mapping: object = {}): Promise<World> {
  const started = await startTestService(t, location, ALLOWING);
  const issuer = await startIssuer(t);
  const { issuer_id } = await trust(started.app, issuer, { mapping: { ...MAPPING, ...mapping } });
  return { ...started, issuer, issuerId: issuer_id };
}

const MAPPING = { scopes: "['governance:evaluate', 'evidence:read']" };

async function trust(
  app: FastifyInstance,
  { issuer }: TokenIssuer,
  more: object = {},
  key?: string,
): Promise<Answer['body']> {
  const wanted = { name: 'CI', issuer, audience: AUDIENCE, algorithms: ['ES256'], mapping: MAPPING, ...more };
  const { status, body } = await ask(app, 'a', '/api/v1/issuers', { body: wanted, ...(key && { key }) });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

function asking(app: FastifyInstance, token: string, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(app, 'b', EVALUATE, { key: token, body: QUESTION, headers });
}

testOnEachDatabase(
  'judges-by-a-token-on-every-surface-and-records-who-asked-for-whom',
  async (location, t) => {
    const { app, issuer, issuerId, service } = await worldOf(t, location);
    const token = await issuer.token({
      sub: 'dana@acme.example',
      act: { sub: 'agent-7', act: { sub: 'router' } },
    });
    const [a, b, authzen] = [
      await ask(app, 'a', '/api/v1/core/governance/evaluate', { key: token, body: QUESTION }),
      await asking(app, token),
      await ask(app, 'b', EVALUATION, { key: await issuer.token(), body: REQUEST }),
    ];
    for (const { status, body } of [a, b, authzen]) assert.equal(status, 200, JSON.stringify(body));
    const { body: record } = await ask(app, 'a', `/api/v1/evidence/${b.body.evidence_id}`, { key: token });
    const { payload } = record;
    assert.deepEqual([payload.request.agent_id, payload.request.user_id], ['agent-7', 'dana@acme.example']);
    const { identity } = payload.facts;
    assert.equal(identity.how, 'token');
    assert.deepEqual(
      [identity.issuer, identity.subject, identity.on_behalf_of, identity.actors],
      [issuer.issuer, 'dana@acme.example', 'dana@acme.example', ['agent-7', 'router']],
    );
    assert.ok(!JSON.stringify(record).includes(token));
    const parties = await service.db.selectFrom('token_parties').selectAll().execute();
    assert.deepEqual(parties.map(({ agent_id, issuer_id }) => [agent_id, issuer_id]).sort(), [
      ['agent-7', issuerId],
      ['agent-7', issuerId],
    ]);
    assert.equal(issuer.asked.filter((url) => url === '/keys').length, 1);
    const another = await ask(app, 'b', EVALUATE, { key: token, body: { ...QUESTION, agent_id: 'agent-8' } });
    assert.equal(another.status, 403);
  },
);

testOnOneDatabase('says-why-it-refuses-a-token-and-challenges-by-the-standard', async (location, t) => {
  const { app, issuer } = await worldOf(t, location);
  const expired = await asking(app, await issuer.token({ exp: 1 }));
  assert.deepEqual(
    [expired.status, expired.body.detail, expired.headers['www-authenticate']],
    [401, 'This token has expired.', 'Bearer error="invalid_token"'],
  );
  const elsewhere = await asking(app, await issuer.token({ aud: 'https://else.example' }));
  assert.equal(
    elsewhere.body.detail,
    'This token has an issuer and an audience that are not trusted together.',
  );
  const without = await ask(app, 'a', '/api/v1/evidence/latest', { key: await issuer.token({ exp: 1 }) });
  assert.equal(without.headers['www-authenticate'], 'ApiKey header="X-API-Key", error="invalid_token"');
});

testOnOneDatabase('answers-a-token-of-20-kb-with-its-fault', async (location, t) => {
  const { app, issuer } = await worldOf(t, location);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const authorization = `Bearer ${await issuer.token({ more: 'x'.repeat(15_000) })}`;
  const answer = await fetch(`${url}/v1/evidence/ev_none`, { headers: { authorization } });
  assert.deepEqual(
    [answer.status, await answer.json()],
    [401, { detail: 'This token is longer than 16 KB.' }],
  );
  const longest = `Bearer ${await issuer.token({ more: 'x'.repeat(11_500) })}`;
  const known = await fetch(`${url}/v1/evidence/ev_none`, { headers: { authorization: longest } });
  assert.equal(known.status, 404);
});

testOnOneDatabase('answers-503-with-the-reason-while-the-keys-of-an-issuer-are-away', async (location, t) => {
  const { app, issuer } = await worldOf(t, location);
  issuer.answer = (_request, response) => void response.end(' '.repeat(10_000_000));
  const { status, body, headers } = await asking(app, await issuer.token());
  assert.equal(status, 503);
  assert.match(body.detail, /can't be fetched. The document is longer than 256 KB/);
  assert.equal(headers['retry-after'], '1');
});

testOnOneDatabase('refuses-a-token-that-expires-after-it-was-verified', async (location, t) => {
  const { app, issuer } = await worldOf(t, location);
  // Some seconds before the tolerance ends.
  const token = await issuer.token({ exp: Math.floor(Date.now() / 1000) - 55 });
  assert.equal((await asking(app, token)).status, 200);
  await until(async () => (await asking(app, token)).body.detail === 'This token has expired.');
});

testOnEachDatabase('refuses-a-revoked-token-on-every-node-within-a-second', async (location, t) => {
  const { app, issuer, issuerId } = await worldOf(t, location);
  const other = (await startTestService(t, location, ALLOWING)).app;
  const revocations: [token: string, revoked: object][] = [
    [await issuer.token({ jti: 'one' }), { jti: 'one' }],
    [await issuer.token({ sub: 'agent-8' }), { subject: 'agent-8' }],
    [await issuer.token({ iat: undefined }), { all: true }],
  ];
  for (const [token, revoked] of revocations) {
    for (const node of [app, other]) assert.equal((await asking(node, token)).status, 200);
    const done = await ask(app, 'a', `/api/v1/issuers/${issuerId}/revocations`, { body: revoked });
    assert.ok(done.status < 300, JSON.stringify(done.body));
    await sleep(WITHIN_MS);
    for (const node of [app, other]) {
      const { status, body } = await asking(node, token);
      assert.deepEqual([status, body.detail], [401, 'This token has been revoked.']);
    }
  }
});

testOnOneDatabase(
  'reads-tokens-by-the-latest-mapping-and-not-from-a-disabled-issuer',
  async (location, t) => {
    const { app, issuer, issuerId } = await worldOf(t, location);
    const token = await issuer.token();
    assert.equal((await asking(app, token)).status, 200);
    const url = `/api/v1/issuers/${issuerId}`;
    const change = async (version: number, changed: object) => {
      const { status, body } = await ask(app, 'a', url, { method: 'PATCH', body: { version, ...changed } });
      assert.equal(status, 200, JSON.stringify(body));
      await sleep(WITHIN_MS);
    };
    await change(1, { mapping: { scopes: "['evidence:read']" } });
    assert.equal((await asking(app, token)).status, 403);
    await change(2, { status: 'disabled' });
    const { status, body } = await asking(app, token);
    assert.deepEqual([status, body.detail], [401, 'This token has an issuer that is disabled.']);
  },
);

testOnOneDatabase('keeps-the-tokens-of-tenants-and-environments-apart', async (location, t) => {
  const { app, issuer, service } = await worldOf(t, location, {
    environment: "has(claims.test) ? 'sandbox' : 'production'",
  });
  const second = await keyHolder(service, 'second', { tier: 'enterprise' });
  const elsewhere = 'https://second.example';
  const taken = await ask(app, 'a', '/api/v1/issuers', {
    key: second.secret,
    body: { name: 'CI', issuer: issuer.issuer, audience: AUDIENCE, mapping: MAPPING },
  });
  assert.equal(taken.status, 409);
  await trust(app, issuer, { audience: elsewhere }, second.secret);
  const first = await asking(app, await issuer.token());
  const theirs = await issuer.token({ aud: elsewhere });
  assert.equal((await asking(app, theirs)).status, 200);
  const { status } = await ask(app, 'b', `/v1/evidence/${first.body.evidence_id}`, { key: theirs });
  assert.equal(status, 404);
  const both = await asking(app, await issuer.token({ aud: [AUDIENCE, elsewhere] }));
  assert.equal(both.body.detail, 'This token has the audiences of several trusted issuers.');

  const sandboxed = { key: await issuer.token({ test: true }), body: QUESTION };
  assert.equal((await ask(app, 'b', `/sandbox${EVALUATE}`, sandboxed)).status, 200);
  const production = { key: await issuer.token(), body: QUESTION };
  assert.equal((await ask(app, 'b', `/sandbox${EVALUATE}`, production)).status, 403);
});

testOnEachDatabase('accepts-a-bound-token-with-a-proof-that-no-node-has-seen', async (location, t) => {
  const { app, issuer, service } = await worldOf(t, location);
  const other = (await startTestService(t, location, ALLOWING)).app;
  const holder = await holderOfKey();
  const token = await issuer.token({ cnf: holder.cnf });
  const { baseUrl } = service.config;
  const send = (node: FastifyInstance, dpop: string, scheme = 'DPoP') =>
    ask(node, 'b', EVALUATE, {
      key: null,
      body: QUESTION,
      headers: { authorization: `${scheme} ${token}`, dpop },
    });
  const proof = await holder.prove(token, baseUrl + EVALUATE);
  const [here, there] = await Promise.all([send(app, proof), send(other, proof)]);
  assert.deepEqual([here.status, there.status].sort(), [200, 401]);
  const again = await send(other, proof);
  assert.equal(again.body.detail, 'The DPoP proof was used before (jti).');
  assert.match(String(again.headers['www-authenticate']), /^DPoP error="invalid_dpop_proof", algs="RS256 /);

  const plain = await asking(app, token);
  assert.match(plain.body.detail, /^This token is bound to a key/);
  assert.equal((await send(app, await holder.prove(token, baseUrl + EVALUATE), 'Bearer')).status, 401);
  assert.equal((await send(app, await holder.prove(token, `${baseUrl}/sandbox${EVALUATE}`))).status, 401);
  const thief = await holderOfKey();
  const stolen = await send(app, await thief.prove(token, baseUrl + EVALUATE));
  assert.match(stolen.body.detail, /^The DPoP proof is by another key/);

  const onA = '/api/v1/core/governance/evaluate';
  const dpop = await holder.prove(token, baseUrl + onA);
  assert.equal((await ask(app, 'a', onA, { key: token, body: QUESTION, headers: { dpop } })).status, 200);
  const unbound = { authorization: `DPoP ${await issuer.token()}`, dpop: 'not a proof' };
  assert.equal((await ask(app, 'b', EVALUATE, { key: null, body: QUESTION, headers: unbound })).status, 200);
});

testOnOneDatabase('checks-a-request-that-waited-without-a-second-proof', async (location, t) => {
  const { app, issuer, service } = await worldOf(t, location);
  const holder = await holderOfKey();
  const token = await issuer.token({ cnf: holder.cnf });
  const url = '/api/v1/events?wait=1';
  const dpop = await holder.prove(token, service.config.baseUrl + url, { htm: 'GET' });
  const { status, body } = await ask(app, 'a', url, { key: token, headers: { dpop } });
  assert.equal(status, 200, JSON.stringify(body));
});

testOnOneDatabase('accepts-only-what-its-rule-says-is-true', async (location, t) => {
  const { app, issuer } = await worldOf(t, location, { accept: 'claims.admin' });
  for (const admin of [false, 'yes', 1, null, undefined]) {
    assert.equal((await asking(app, await issuer.token({ admin }))).status, 401, String(admin));
  }
  assert.equal((await asking(app, await issuer.token({ admin: true }))).status, 200);
});
