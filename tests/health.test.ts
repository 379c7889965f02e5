/** What a load balancer asks: does the process answer, and may traffic come. */
import assert from 'node:assert/strict';
import { buildApp } from '@assize/service/http/app.ts';
import { testOnOneDatabase } from './support/databases.ts';
import { ask, startTestService } from './support/in-process.ts';

testOnOneDatabase('is-alive-and-ready-without-a-key', async (location, t) => {
  const { app } = await startTestService(t, location);
  const alive = await ask(app, 'a', '/healthz', { key: null });
  assert.deepEqual([alive.status, alive.body], [200, { status: 'ok' }]);
  const ready = await ask(app, 'a', '/readyz', { key: null });
  assert.deepEqual([ready.status, ready.body], [200, { status: 'ready' }]);
});

testOnOneDatabase('is-alive-but-not-ready-while-it-can-not-work', async (location, t) => {
  const { service } = await startTestService(t, location);
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
  const { status, body, headers: told } = await ask(app, 'a', '/readyz', { key: null, headers });
  assert.equal(status, 503);
  assert.deepEqual(body, { detail: 'Not ready: The database does not answer.', request_id: 'probe-1' });
  assert.equal(told['retry-after'], '1');
});
