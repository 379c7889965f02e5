/** Faults of a request outside its body, on each surface: the key, the type, the method, the path. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { testOnOneDatabase } from './support/databases/databases.ts';
import {
  type Answer,
  ask,
  evaluate,
  PRODUCTION_KEY,
  SURFACES,
  type Surface,
  startTestService,
} from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const GOOD = { action: 'email.send', context: {} };
const HEX = PRODUCTION_KEY.slice(3);
const NO_KEY: Record<Surface, string> = {
  a: 'Missing or invalid API key. Send the API key in the X-API-Key header.',
  b: 'Missing or invalid API key. Send the API key as Authorization: Bearer.',
};

/** Texts that are not keys, and an unknown key. */
const STRANGE_KEYS = [
  `ak_${'0'.repeat(32)}`,
  `ak_${HEX.toUpperCase()}`,
  HEX,
  `ak_${HEX}0`,
  `ak_${HEX.slice(1)}`,
  `ak-${HEX}`,
  `ak_live_${HEX}`,
  `sk_${HEX}`,
  `ak_sandbox_${HEX}`,
  'key',
  `${PRODUCTION_KEY}, ${PRODUCTION_KEY}`,
  "' OR 1=1 --",
];

testOnOneDatabase('refuses-a-caller-without-a-valid-key', async (location, t) => {
  const { app } = await startTestService(t, location);
  const refused = async (surface: Surface, headers: Record<string, string>, detail: RegExp) => {
    for (const body of [GOOD, 'no json at all']) {
      const answer = await evaluate(app, surface, body, { key: null, headers });
      assert.equal(answer.status, 401, JSON.stringify(headers));
      assert.deepEqual(Object.keys(answer.body), ['detail']);
      assert.match(answer.body.detail, detail);
      assert.ok(answer.headers['www-authenticate']);
    }
  };
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const other = surface === 'a' ? 'b' : 'a';
    await t.test(`no-key-on-${surface}`, () => refused(surface, {}, new RegExp(`^${NO_KEY[surface]}$`)));
    await t.test(`the-other-header-on-${surface}`, () =>
      refused(surface, SURFACES[other].credentials(PRODUCTION_KEY), new RegExp(`^${NO_KEY[surface]}$`)),
    );
    await t.test(`an-empty-header-on-${surface}`, () =>
      refused(surface, SURFACES[surface].credentials(''), /^Missing or invalid API key\./),
    );
    for (const key of STRANGE_KEYS) {
      await t.test(`${key}-on-${surface}`, () =>
        refused(surface, SURFACES[surface].credentials(key), /^Missing or invalid API key\./),
      );
    }
  }
  await t.test('another-scheme', () => refused('b', { authorization: `Basic ${PRODUCTION_KEY}` }, /Bearer/));
  await t.test('no-scheme', () => refused('b', { authorization: PRODUCTION_KEY }, /Bearer/));
});

testAsTenant('takes-a-sandbox-key-with-its-marker', async ({ app, sandboxKey }) => {
  const marked = sandboxKey.replace('ak_', 'ak_sandbox_');
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    assert.equal((await evaluate(app, surface, GOOD, { key: marked })).status, 200);
    assert.equal((await evaluate(app, surface, GOOD, { key: sandboxKey })).status, 200);
  }
});

testAsTenant('holds-to-the-content-type-of-each-surface', async ({ app }) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'rubbish']) {
    const headers = { 'content-type': type };
    const refused = await evaluate(app, 'a', JSON.stringify(GOOD), { headers });
    assert.deepEqual(
      { status: refused.status, body: refused.body },
      { status: 415, body: { detail: 'Content-Type must be application/json.' } },
    );
    assert.equal((await evaluate(app, 'b', JSON.stringify(GOOD), { headers })).status, 200);
  }
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  assert.equal((await evaluate(app, 'a', JSON.stringify(GOOD), { headers })).status, 200);
  assert.equal((await post(app, 'a')).status, 415);
  assert.equal((await post(app, 'b')).status, 200);
});

/** Posts without a content type. */
async function post(app: FastifyInstance, surface: Surface): Promise<{ status: number }> {
  const url = SURFACES[surface].evaluate;
  const payload = Buffer.from(JSON.stringify(GOOD));
  const response = await app.inject({
    method: 'POST',
    url,
    headers: SURFACES[surface].credentials(PRODUCTION_KEY),
    payload,
  });
  return { status: response.statusCode };
}

testAsTenant('answers-a-wrong-method-with-those-the-path-takes', async ({ app }, t) => {
  const { body: described } = await ask(app, 'a', '/openapi.json', { key: null });
  const paths: [string, string[]][] = Object.entries<object>(described.paths).map(([path, operations]) => {
    const methods = Object.keys(operations).map((method) => method.toUpperCase());
    return [path.replace(/\{\w+\}/, 'x'), methods];
  });
  paths.push(['/healthz', ['GET']], ['/readyz', ['GET']], ['/openapi.json', ['GET']]);
  for (const [path, methods] of paths) {
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    for (const prefix of path.includes('/v1/') ? ['', '/sandbox'] : ['']) {
      await t.test(`${prefix}${path}`, () => checkMethods(app, prefix + path, allowed));
    }
  }
});

async function checkMethods(app: FastifyInstance, url: string, allowed: string[]): Promise<void> {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
    if (allowed.includes(method)) continue;
    const response = await app.inject({ method: method as 'GET', url });
    assert.equal(response.statusCode, 405, method);
    assert.equal(response.headers.allow, [...allowed].sort().join(', '));
    if (method !== 'HEAD') assert.deepEqual(response.json(), { detail: 'Method not allowed.' });
  }
}

testAsTenant('answers-an-unknown-path-with-404', async ({ app, key }) => {
  const paths = ['/nowhere', '/v1', '/v1/nowhere', '/api/v1/nowhere', '/api/v1/core', '/v2/evidence/ev_1'];
  for (const url of [
    ...paths,
    '/sandbox',
    '/sandbox/v1/nowhere',
    '/v1/governance/evaluate/',
    '/docs/nowhere',
  ]) {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await ask(app, 'a', url, { method, body: method === 'POST' ? GOOD : undefined });
      assert.deepEqual(
        { status: answer.status, body: answer.body },
        { status: 404, body: { detail: 'Not found.' } },
        url,
      );
    }
  }
  for (const [type, payload] of [
    ['application/json', ''],
    ['application/json', '{'],
    ['text/plain', 'x'],
  ] as const) {
    const headers = { ...SURFACES.a.credentials(key), 'content-type': type };
    const sent = { method: 'POST', url: '/api/v1/nowhere', headers, payload } as const;
    const { statusCode, body } = await app.inject(sent);
    assert.deepEqual(
      { statusCode, body },
      { statusCode: 404, body: '{"detail":"Not found."}' },
      `${type} ${payload}`,
    );
  }
});

testAsTenantOnEachDatabase('answers-impossible-and-unknown-ids-alike', async ({ app }) => {
  const ids = ['ev_1', '%00', 'ev_%00', '%F0%9F%A7%AD', '..%2F..', 'ev_0123456789abcdef01234567', "'--"];
  const evidence: Answer[] = [];
  const keys: Answer[] = [];
  for (const id of ids) {
    evidence.push(await ask(app, 'b', `/v1/evidence/${id}`));
    keys.push(await ask(app, 'a', `/api/v1/api-keys/${id.replace('ev_', 'key_')}`, { method: 'DELETE' }));
  }
  for (const { status, body } of evidence) {
    assert.deepEqual(
      { status, body },
      { status: 404, body: { detail: 'There is no such evidence record.' } },
    );
  }
  for (const { status, body } of keys) {
    assert.deepEqual({ status, body }, { status: 404, body: { detail: 'There is no such API key.' } });
  }
  assert.deepEqual((await ask(app, 'b', '/v1/evidence/%zz')).status, 400);
  assert.deepEqual((await ask(app, 'b', `/v1/evidence/${'x'.repeat(2000)}`)).status, 404);
});

testAsTenant('names-every-fault-of-a-query', async ({ app }) => {
  const { status, body } = await ask(app, 'a', '/api/v1/evidence/latest?types=gossip&types=trust_update&x=1');
  assert.equal(status, 422);
  const found = body.detail.map(({ loc, type }: Answer['body']) => [loc.join('.'), type]).sort();
  assert.deepEqual(found, [
    ['query.types.0', 'literal_error'],
    ['query.x', 'extra_forbidden'],
  ]);
});

testAsTenant('gives-every-answer-a-request-id', async ({ app }) => {
  const calls: [string, object][] = [
    ['/healthz', {}],
    ['/nowhere', {}],
    ['/v1/evidence/%zz', {}],
    [`/v1/evidence/${'x'.repeat(2000)}`, {}],
    [SURFACES.b.evaluate, { body: GOOD }],
    [SURFACES.b.evaluate, { body: '{' }],
    [SURFACES.b.evaluate, { body: GOOD, key: null }],
    [SURFACES.b.evaluate, { method: 'PUT' }],
  ];
  for (const [url, call] of calls) {
    const own = await ask(app, 'b', url, call);
    assert.match(String(own.headers['x-request-id']), /^req_[0-9a-f]{24}$/, url);
    const sane = await ask(app, 'b', url, { ...call, headers: { 'x-request-id': 'trace-1.a:B_2' } });
    assert.equal(sane.headers['x-request-id'], 'trace-1.a:B_2');
    for (const id of ['a b', 'a\tb', '<script>', 'x'.repeat(129), 'ü', '']) {
      const insane = await ask(app, 'b', url, { ...call, headers: { 'x-request-id': id } });
      assert.match(String(insane.headers['x-request-id']), /^req_[0-9a-f]{24}$/);
    }
  }
});
