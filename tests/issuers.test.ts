/** Issuers over HTTP: what is refused, what ends their tokens, and a test that says what a token would be. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Answer, ask, askOk, startTestService, type TestService } from './support/http/in-process.ts';
import { keyHolder as otherTenant } from './support/people/other-tenant.ts';
import { keyHolder as holderOfKey } from './support/tokens/possession.ts';
import { AUDIENCE, startIssuer, type TokenIssuer } from './support/tokens/token-issuer.ts';
import { TRUTH } from './support/truth/truth.ts';

const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
const ISSUERS = '/api/v1/issuers';
const MAPPING = { scopes: "['governance:evaluate']" };

const wantedOf = ({ issuer }: Pick<TokenIssuer, 'issuer'>, more: object = {}) => {
  return { name: 'CI', issuer, audience: AUDIENCE, algorithms: ['ES256'], mapping: MAPPING, ...more };
};

async function add(app: FastifyInstance, issuer: TokenIssuer, more: object = {}): Promise<string> {
  const { status, body } = await ask(app, 'a', ISSUERS, { body: wantedOf(issuer, more) });
  assert.equal(status, 201, JSON.stringify(body));
  return body.issuer_id;
}

const testing = (app: FastifyInstance, id: string, token: string): Promise<Answer> =>
  ask(app, 'a', `${ISSUERS}/${id}/test`, { body: { token } });

async function refusalOf(app: FastifyInstance, id: string, token: string): Promise<string> {
  const { status, body } = await testing(app, id, token);
  assert.deepEqual([status, body.accepted, body.caller], [200, false, null]);
  return body.refused;
}

async function faultsOf(app: FastifyInstance, more: object): Promise<string[]> {
  const body = wantedOf({ issuer: 'https://issuer.example' }, more);
  const { status, body: answer } = await ask(app, 'a', ISSUERS, { body });
  assert.equal(status, 422, JSON.stringify(answer));
  return answer.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.join('.')}: ${msg}`);
}

testOnEachDatabase('refuses-a-mapping-with-the-place-of-each-fault', async (location, t) => {
  const { app } = await startTestService(t, location);
  const [syntax = '', kind = ''] = await faultsOf(app, {
    mapping: { accept: 'claims.a ==', agent: '1 + 1', scopes: "['evidence:read']" },
  });
  assert.match(syntax, /^body\.mapping\.accept: line 1, column \d+: /);
  assert.equal(kind, 'body.mapping.agent: Input should give a text');
  assert.match(
    (await faultsOf(app, { mapping: { scopes: '[\n  nothing.at.all]' } })).join(),
    /line 2, column 3/,
  );
  assert.deepEqual(await faultsOf(app, { mapping: { scopes: "['keys:manage']" } }), [
    "body.mapping.scopes: A token can't grant keys:manage",
  ]);
  assert.match(
    (await faultsOf(app, { issuer: 'https://gitlab.com', mapping: MAPPING })).join(),
    /accept: This issuer gives tokens to everyone/,
  );
  assert.deepEqual((await askOk(app, 'a', ISSUERS)).items, []);
});

testOnEachDatabase('says-why-an-algorithm-proves-no-issuer', async (location, t) => {
  const { app } = await startTestService(t, location);
  const [unsigned = '', shared = '', unknown = '', ...more] = await faultsOf(app, {
    algorithms: ['none', 'HS256', 'RS1'],
  });
  assert.match(unsigned, /^body\.algorithms\.0: .*not signed, so anyone can make one$/);
  assert.match(shared, /^body\.algorithms\.1: .*shared secret: who can check such a token can make one/);
  assert.match(unknown, /^body\.algorithms\.2: Input should be 'RS256'/);
  assert.deepEqual(more, []);
  const id = await add(app, { issuer: 'https://issuer.example' } as TokenIssuer);
  const changed = await ask(app, 'a', `${ISSUERS}/${id}`, {
    method: 'PATCH',
    body: { algorithms: ['hs512'] },
  });
  assert.equal(changed.status, 422);
  assert.match(changed.body.detail[0].msg, /shared secret/);
});

testOnEachDatabase(
  'keeps-one-issuer-for-one-audience-and-shows-it-to-its-tenant-only',
  async (location, t) => {
    const { app, service } = await startTestService(t, location, ALLOWING);
    const issuer = await startIssuer(t);
    const id = await add(app, issuer);
    const { secret } = await otherTenant(service, 'second');
    for (const key of [undefined, secret]) {
      const again = await ask(app, 'a', ISSUERS, { body: wantedOf(issuer), ...(key && { key }) });
      assert.equal(again.status, 409);
      assert.match(again.body.detail, /Choose an audience that only you use/);
    }
    const token = await issuer.token();
    const calls: [method: 'GET' | 'PATCH' | 'DELETE' | 'POST', path: string, body?: object][] = [
      ['GET', ''],
      ['PATCH', '', { status: 'disabled' }],
      ['DELETE', ''],
      ['GET', '/revocations'],
      ['POST', '/revocations', { all: true }],
      ['POST', '/test', { token }],
    ];
    for (const [method, path, body] of calls) {
      const { status } = await ask(app, 'a', `${ISSUERS}/${id}${path}`, {
        method,
        key: secret,
        ...(body && { body }),
      });
      assert.equal(status, 404, `${method} ${path}`);
    }
    assert.deepEqual((await askOk(app, 'a', ISSUERS, { key: secret })).items, []);
    assert.equal((await testing(app, id, token)).body.accepted, true);
  },
);

testOnEachDatabase('tests-a-token-without-keeping-or-repeating-it', async (location, t) => {
  const started = await startTestService(t, location, ALLOWING);
  const { app } = started;
  const issuer = await startIssuer(t);
  const id = await add(app, issuer);
  const holder = await holderOfKey();
  const exp = Math.floor(Date.now() / 1000) + 300;
  const act = { sub: 'agent-7', act: { sub: 'router' } };
  const token = await issuer.token({ sub: 'dana@acme.example', act, exp, cnf: holder.cnf });
  const before = await rowsIn(started);
  const { body } = await testing(app, id, token);
  assert.deepEqual(body, {
    accepted: true,
    refused: null,
    caller: {
      environment: 'production',
      agent_id: 'agent-7',
      user_id: 'dana@acme.example',
      scopes: ['governance:evaluate'],
      subject: 'dana@acme.example',
      actors: ['agent-7', 'router'],
      expires_at: new Date(exp * 1000).toISOString(),
      needs_dpop: true,
    },
  });
  const end = await testing(app, id, await issuer.token({ exp: 1e15 }));
  assert.equal(end.body.caller.expires_at, '9999-12-31T23:59:59.999Z');
  const other = await startIssuer(t);
  const reasons: [token: string, reason: RegExp][] = [
    [await issuer.token({ exp: 1 }), /has expired/],
    [await other.token(), /is of another issuer \(iss\)/],
    [await issuer.token({ aud: 'else' }), /is for another audience \(aud\)/],
    [await issuer.token({ more: 'x'.repeat(20_000) }), /is longer than 16 KB/],
    [(await issuer.token()).slice(0, -8), /signature that its issuer did not make|not a valid JWT/],
    ['ak_0123', /is not a signed JWT/],
  ];
  for (const [sent, reason] of reasons) {
    const refused = await refusalOf(app, id, sent);
    assert.match(refused, reason);
    assert.ok(!refused.includes(sent));
  }
  const long = await testing(app, id, 'x'.repeat(40_000));
  assert.equal(long.status, 422);
  assert.ok(!JSON.stringify(long.body).includes('xxx'));
  assert.deepEqual(await rowsIn(started), before);
  issuer.answer = (_request, response) => void response.writeHead(500).end();
  await ask(app, 'a', `${ISSUERS}/${id}`, { method: 'PATCH', body: { name: 'Other' } });
  assert.match(await refusalOf(app, id, token), /keys of this token's issuer can't be fetched/);
});

/** How many rows there are where a token could leave one. */
async function rowsIn({ service }: TestService) {
  const counts = await sql<{ parties: number }>`SELECT (SELECT count(*) FROM token_parties) AS parties,
    (SELECT count(*) FROM artifacts) AS artifacts, (SELECT count(*) FROM dpop_proofs) AS proofs`.execute(
    service.db,
  );
  return counts.rows;
}

testOnEachDatabase(
  'refuses-tokens-once-they-are-revoked-or-their-issuer-is-disabled',
  async (location, t) => {
    const { app } = await startTestService(t, location, ALLOWING);
    const issuer = await startIssuer(t);
    const id = await add(app, issuer);
    const change = (status: string) =>
      askOk(app, 'a', `${ISSUERS}/${id}`, { method: 'PATCH', body: { status } });
    const token = await issuer.token({ jti: 'one', sub: 'desk' });
    assert.equal((await change('disabled')).status, 'disabled');
    assert.match(await refusalOf(app, id, token), /issuer that is disabled/);
    await change('active');
    assert.equal((await testing(app, id, token)).body.accepted, true);

    const revoke = (body: object) => ask(app, 'a', `${ISSUERS}/${id}/revocations`, { body });
    assert.equal((await revoke({ jti: 'one', subject: 'desk' })).status, 422);
    assert.equal((await revoke({ all: false })).status, 422);
    await revoke({ jti: 'one' });
    assert.match(await refusalOf(app, id, token), /has been revoked/);
    const next = await issuer.token({ jti: 'two', sub: 'desk' });
    assert.equal((await testing(app, id, next)).body.accepted, true);
    await revoke({ subject: 'desk' });
    assert.match(await refusalOf(app, id, next), /has been revoked/);
    const third = await issuer.token();
    assert.equal((await testing(app, id, third)).body.accepted, true);
    await revoke({ all: true });
    assert.match(await refusalOf(app, id, third), /has been revoked/);
    const { items } = await askOk(app, 'a', `${ISSUERS}/${id}/revocations`);
    assert.deepEqual(items.map(({ kind, value }: Record<string, string>) => `${kind} ${value}`).sort(), [
      'jti one',
      'subject desk',
    ]);
  },
);

testOnEachDatabase(
  'an-issuer-that-is-added-again-does-not-bring-its-earlier-tokens-back',
  async (location, t) => {
    const { app } = await startTestService(t, location, ALLOWING);
    const issuer = await startIssuer(t);
    const id = await add(app, issuer);
    const token = await issuer.token();
    await askOk(app, 'a', `${ISSUERS}/${id}`, { method: 'DELETE' });
    assert.equal((await testing(app, id, token)).status, 404);
    const again = await add(app, issuer);
    assert.notEqual(again, id);
    assert.match(await refusalOf(app, again, token), /has been revoked/);
    const later = await issuer.token({ iat: Math.floor(Date.now() / 1000) + 2 });
    assert.equal((await testing(app, again, later)).body.accepted, true);
  },
);

testOnEachDatabase('sql-can-neither-change-an-issuer-nor-undo-a-revocation-unseen', async (location, t) => {
  const { app, service } = await startTestService(t, location, ALLOWING);
  const id = await add(app, await startIssuer(t));
  await ask(app, 'a', `${ISSUERS}/${id}/revocations`, { body: { subject: 'desk' } });
  const gaps = async () => (await askOk(app, 'a', TRUTH)).gaps.map(({ what }: { what: string }) => what);
  assert.deepEqual(await gaps(), []);
  await sql`UPDATE issuers SET mapping = '{"scopes":"claims.scopes"}'`.execute(service.db);
  assert.match((await gaps()).join(), /mapping/);
  await sql`DELETE FROM token_revocations`.execute(service.db);
  assert.equal((await gaps()).length, 2);
});
