/** A load balancer's questions: does the process answer, and may it get traffic? */
import assert from 'node:assert/strict';
import { buildApp } from '@assize/service/http/app.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, openWithoutHttp } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

testAsTenant('is-alive-and-ready-without-a-key', async ({ app }) => {
  const alive = await ask(app, 'a', '/healthz', { key: null });
  assert.deepEqual({ status: alive.status, body: alive.body }, { status: 200, body: { status: 'ok' } });
  const ready = await ask(app, 'a', '/readyz', { key: null });
  assert.deepEqual({ status: ready.status, body: ready.body }, { status: 200, body: { status: 'ready' } });
});

testOnOneDatabase('is-alive-but-not-ready-while-it-can-not-work', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const health = { problems: async () => ['The database does not answer.'] };
  const app = await buildApp({
    services: service,
    health,
    logger: service.log,
    baseUrl: service.config.baseUrl,
  });
  t.after(() => app.close());
  assert.equal((await ask(app, 'a', '/healthz', { key: null })).status, 200);
  const headers = { 'x-request-id': 'probe-1' };
  const { status, body, headers: answerHeaders } = await ask(app, 'a', '/readyz', { key: null, headers });
  assert.equal(status, 503);
  assert.deepEqual(body, { detail: 'Not ready: The database does not answer.', request_id: 'probe-1' });
  assert.equal(answerHeaders['retry-after'], '1');
});
