/** The life of an API key, over the HTTP API. */
import assert from 'node:assert/strict';
import { recordLastUsed } from '@assize/service/keys/authenticate.ts';
import { DEFAULT_SCOPES } from '@assize/service/keys/index.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { type Answer, ask, evaluate, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';

const KEYS = '/api/v1/api-keys';
const DAY_MS = 86_400_000;
const GOOD = { action: 'email.send', context: {} };

const create = (app: FastifyInstance, body: object, key?: string) => ask(app, 'a', KEYS, { body, key });
const list = async (app: FastifyInstance, key?: string) => (await ask(app, 'a', KEYS, { key })).body;
const revoke = (app: FastifyInstance, id: string, key?: string) =>
  ask(app, 'a', `${KEYS}/${id}`, { method: 'DELETE', key });

testAsTenant('shows-the-secret-in-the-creating-answer-and-never-again', async ({ app }) => {
  const { status, body } = await create(app, { name: 'ci', environment: 'production' });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body).sort(), [
    'agent_id',
    'created_at',
    'environment',
    'expires_at',
    'id',
    'key',
    'made_by',
    'name',
    'scopes',
  ]);
  assert.match(body.id, /^key_[0-9a-f]{24}$/);
  assert.match(body.key, /^ak_[0-9a-f]{32}$/);
  assert.deepEqual(
    { name: body.name, environment: body.environment, scopes: body.scopes },
    { name: 'ci', environment: 'production', scopes: [...DEFAULT_SCOPES] },
  );
  assert.equal(Date.parse(body.expires_at) - Date.parse(body.created_at), 90 * DAY_MS);

  const { keys, total } = await list(app);
  const listed = keys.find((key: Answer['body']) => key.id === body.id);
  assert.equal(total, 3);
  assert.equal(JSON.stringify(keys).includes(body.key.slice(7, -4)), false);
  const { key: secret, ...shown } = body;
  assert.deepEqual(listed, {
    ...shown,
    prefix: `${secret.slice(0, 7)}…`,
    last4: secret.slice(-4),
    last_used_at: null,
    status: 'active',
  });
  assert.equal((await evaluate(app, 'b', GOOD, { key: body.key })).status, 200);
});

testAsTenant('lets-a-key-live-1-to-365-days', { tier: 'business' }, async ({ app, service, name }) => {
  const enterprise = await keyHolder(service, `${name}-large`, { tier: 'enterprise' });
  const lifetime = async (days: unknown, key?: string) => {
    const body = { name: 'k', environment: 'sandbox', expires_in_days: days };
    const answer = await create(app, body, key);
    if (answer.status !== 201)
      return answer.body.detail.map(({ loc, type }: Answer['body']) => ({ loc: loc.join('.'), type }));
    const { expires_at: end, created_at: start } = answer.body;
    return end === null ? null : (Date.parse(end) - Date.parse(start)) / DAY_MS;
  };
  const loc = 'body.expires_in_days';
  assert.equal(await lifetime(1), 1);
  assert.equal(await lifetime(365), 365);
  assert.deepEqual(await lifetime(0), [{ loc, type: 'greater_than_equal' }]);
  assert.deepEqual(await lifetime(366), [{ loc, type: 'less_than_equal' }]);
  assert.deepEqual(await lifetime(1.5), [{ loc, type: 'int_from_float' }]);
  assert.deepEqual(await lifetime('90'), [{ loc, type: 'int_type' }]);
  assert.deepEqual(await lifetime(null), [{ loc, type: 'value_error' }]);
  assert.equal(await lifetime(null, enterprise.secret), null);
  const [endless] = (await list(app, enterprise.secret)).keys.filter(
    (key: Answer['body']) => key.expires_at === null,
  );
  assert.equal(endless.status, 'active');
});

testAsTenant('refuses-a-key-that-is-not-well-described', async ({ app, key }) => {
  const faults = async (body: object) => {
    const answer = await create(app, body);
    assert.equal(answer.status, 422);
    return answer.body.detail.map(({ loc, type }: Answer['body']) => `${loc.join('.')} ${type}`).sort();
  };
  assert.deepEqual(await faults({}), ['body.environment missing', 'body.name missing']);
  assert.deepEqual(await faults({ name: '', environment: 'live', scopes: [], key }), [
    'body.environment literal_error',
    'body.key extra_forbidden',
    'body.name string_too_short',
    'body.scopes too_short',
  ]);
  assert.deepEqual(await faults({ name: 'a\0', environment: 'sandbox', scopes: ['evidence:read', 'root'] }), [
    'body.name string_pattern_mismatch',
    'body.scopes.1 literal_error',
  ]);
  assert.equal((await list(app)).total, 2);
});

testOnEachDatabase('lists-both-environments-newest-first-with-their-status', async (location, t) => {
  const early = await startTestService(t, location, { ASSIZE_TEST_CLOCK_OFFSET_MS: String(-2 * DAY_MS) });
  const old = await create(early.app, { name: 'old', environment: 'sandbox', expires_in_days: 1 });
  const { app, service } = await startTestService(t, location);
  const gone = await create(app, { name: 'gone', environment: 'production' });
  await revoke(app, gone.body.id);
  const other = await keyHolder(service, 'other');
  await recordLastUsed(service.db, service.authenticator);

  const { keys, total } = await list(app);
  assert.equal(total, keys.length);
  const times = keys.map((key: Answer['body']) => Date.parse(key.created_at));
  assert.deepEqual(
    times,
    times.toSorted((one: number, two: number) => two - one),
  );
  const answerHeaders = Object.fromEntries(
    keys.map((key: Answer['body']) => [key.name, [key.environment, key.status]]),
  );
  assert.deepEqual(answerHeaders, {
    gone: ['production', 'revoked'],
    old: ['sandbox', 'expired'],
    'first production key': ['production', 'active'],
    'first sandbox key': ['sandbox', 'active'],
  });
  const used = keys.filter((key: Answer['body']) => key.last_used_at !== null);
  assert.deepEqual(
    used.map((key: Answer['body']) => key.name),
    ['first production key'],
  );
  assert.equal(old.status, 201);
  const ofSandbox = keys.filter((key: Answer['body']) => key.environment === 'sandbox');
  const toSandbox = (await list(app, SANDBOX_KEY)).keys;
  assert.deepEqual(
    toSandbox.map((key: Answer['body']) => key.id),
    ofSandbox.map((key: Answer['body']) => key.id),
  );
  assert.deepEqual(
    (await list(app, other.secret)).keys.map((key: Answer['body']) => key.id),
    [other.keyId],
  );
});

testOnEachDatabase('revokes-for-good-and-remembers-the-first-time', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { id, key } = (await create(app, { name: 'k', environment: 'production' })).body;
  const first = await revoke(app, id);
  assert.deepEqual(
    { status: first.status, bodyKeys: Object.keys(first.body) },
    { status: 200, bodyKeys: ['id', 'revoked', 'revoked_at'] },
  );
  assert.deepEqual({ id: first.body.id, revoked: first.body.revoked }, { id, revoked: true });
  assert.equal(new Date(first.body.revoked_at).toISOString(), first.body.revoked_at);
  const later = await startTestService(t, location, { ASSIZE_TEST_CLOCK_OFFSET_MS: String(DAY_MS) });
  for (const again of [await revoke(app, id), await revoke(later.app, id)]) {
    assert.deepEqual({ status: again.status, body: again.body }, { status: 200, body: first.body });
  }
  const refused = await evaluate(later.app, 'a', GOOD, { key });
  assert.deepEqual(
    { status: refused.status, body: refused.body },
    { status: 403, body: { detail: 'This API key has been revoked.' } },
  );
  const parallel = (await create(app, { name: 'p', environment: 'production' })).body.id;
  const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(app, parallel)));
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
});

testAsTenant(
  'hides-another-tenants-key-behind-the-answer-of-an-unknown-one',
  async ({ app, service, name, key }) => {
    const other = await keyHolder(service, `${name}-other`);
    const bytes = async (id: string) => {
      const headers = { 'x-api-key': key, 'x-request-id': 'same' };
      const {
        payload,
        headers: answerHeaders,
        statusCode,
      } = await app.inject({ method: 'DELETE', url: `${KEYS}/${id}`, headers });
      return { statusCode, payload, answerHeaders: { ...answerHeaders, date: '' } };
    };
    const foreign = await bytes(other.keyId);
    assert.equal(foreign.statusCode, 404);
    assert.deepEqual(foreign, await bytes('key_0123456789abcdef01234567'));
    assert.equal((await evaluate(app, 'a', GOOD, { key: other.secret })).status, 200);
  },
);

testAsTenant('no-key-grants-a-scope-that-it-lacks', async ({ app, service, name, sandboxKey }) => {
  const { secret } = await keyHolder(service, `${name}-narrow`, { scopes: ['keys:manage', 'evidence:read'] });
  const wanted = async (scopes: string[] | undefined, key: string, environment = 'production') => {
    const { status, body } = await create(app, { name: 'k', environment, scopes }, key);
    return { status, answer: body.detail ?? body.scopes };
  };
  const lacks = (scopes: string) => ({
    status: 403,
    answer: `This API key cannot grant scopes it lacks: ${scopes}.`,
  });
  assert.deepEqual(await wanted(['evidence:read'], secret), { status: 201, answer: ['evidence:read'] });
  assert.deepEqual(await wanted(['evidence:read', 'usage:read'], secret), lacks('usage:read'));
  assert.deepEqual(await wanted(undefined, secret), lacks('governance:evaluate, evidence:write, usage:read'));
  assert.deepEqual(await wanted(['usage:read'], sandboxKey, 'production'), {
    status: 403,
    answer: 'A sandbox key cannot create a production key.',
  });
  assert.equal((await wanted(['usage:read'], sandboxKey, 'sandbox')).status, 201);
  const [production] = (await list(app)).keys.filter(
    (key: Answer['body']) => key.environment === 'production',
  );
  assert.equal((await revoke(app, production.id, sandboxKey)).status, 403);
});

testOnOneDatabase('refuses-an-expired-key-and-says-so', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { key } = (await create(app, { name: 'k', environment: 'production', expires_in_days: 7 })).body;
  const after = (ms: number) =>
    startTestService(t, location, { ASSIZE_TEST_CLOCK_OFFSET_MS: String(7 * DAY_MS + ms) });
  const soon = await after(-3_600_000);
  assert.equal((await evaluate(soon.app, 'a', GOOD, { key })).status, 200);
  const late = await after(0);
  for (const surface of ['a', 'b'] as const) {
    const refused = await evaluate(late.app, surface, 'not even json', { key });
    assert.deepEqual(
      { status: refused.status, body: refused.body },
      { status: 403, body: { detail: 'This API key has expired.' } },
    );
  }
});
