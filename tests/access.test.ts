/** No route is open without a key, and no tenant sees the data of another. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requireDeclaredScopes } from '@assize/service/http/callers/access.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { ask, evaluate } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';

const handler = async () => ({});

describe('a-route-without-a-declared-scope-keeps-the-service-from-starting', () => {
  const forgotten: [name: string, add: (app: FastifyInstance) => void][] = [
    ['no-config', (app) => app.get('/open', handler)],
    ['an-empty-config', (app) => app.get('/open', { config: {} }, handler)],
    [
      'deep-in-a-plugin',
      (app) => app.register(async (surface) => surface.get('/open', handler), { prefix: '/v1' }),
    ],
    [
      'beside-a-good-one',
      (app) => app.get('/good', { config: { scope: 'public' } }, handler).delete('/open', handler),
    ],
  ];
  for (const [name, add] of forgotten) {
    test(name, async (t) => {
      const app = Fastify();
      t.after(() => app.close());
      requireDeclaredScopes(app);
      add(app);
      await assert.rejects(
        async () => app.ready(),
        /\/open declares no scope: give it config\.scope, or 'public'/,
      );
    });
  }

  test('and-one-that-declares-it-does-not', async (t) => {
    const app = Fastify();
    t.after(() => app.close());
    requireDeclaredScopes(app);
    app.get('/read', { config: { scope: 'evidence:read' } }, handler);
    await app.ready();
  });
});

testAsTenant('only-the-pages-that-say-nothing-of-a-tenant-need-no-key', async ({ app }) => {
  for (const url of ['/healthz', '/readyz', '/openapi.json', '/docs']) {
    assert.equal((await ask(app, 'a', url, { key: null })).status, 200, url);
  }
  const { body: described } = await ask(app, 'a', '/openapi.json', { key: null });
  for (const [path, operations] of Object.entries<object>(described.paths)) {
    for (const method of Object.keys(operations)) {
      for (const prefix of ['', '/sandbox']) {
        const url = prefix + path.replace(/\{\w+\}/, 'x');
        const answer = await ask(app, 'a', url, { key: null, method: method.toUpperCase() as 'GET' });
        assert.equal(answer.status, 401, url);
      }
    }
  }
});

testAsTenant(
  'hides-another-tenants-evidence-behind-the-answer-of-an-unknown-id',
  async ({ app, service, name, key, sandboxKey }) => {
    const other = await keyHolder(service, `${name}-other`);
    const { body: theirs } = await evaluate(app, 'b', { action: 'a', context: {} }, { key: other.secret });
    assert.equal(
      (await ask(app, 'b', `/v1/evidence/${theirs.evidence_id}`, { key: other.secret })).status,
      200,
    );
    const bytes = async (id: string, key: string) => {
      const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'same' };
      const {
        statusCode,
        payload,
        headers: answerHeaders,
      } = await app.inject({ url: `/v1/evidence/${id}`, headers });
      return { statusCode, payload, answerHeaders: { ...answerHeaders, date: '' } };
    };
    for (const own of [key, sandboxKey]) {
      const foreign = await bytes(theirs.evidence_id, own);
      assert.equal(foreign.statusCode, 404);
      assert.deepEqual(foreign, await bytes('ev_0123456789abcdef01234567', own));
    }
    const { body: mine } = await ask(app, 'a', '/api/v1/evidence/latest');
    assert.deepEqual(mine, { items: {} });
  },
);
