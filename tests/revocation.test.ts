/** Every node refuses a revoked key within a second, and a key's use is noted without a write for each request. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordLastUsed } from '@assize/service/keys/authenticate.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';

/** The promise. */
const WITHIN_MS = 1000;
const PATIENCE_MS = 120_000;
/** How often a node notes on its own when keys were used. */
const NOTED_EVERY_MS = 30_000;
const ASK_EVERY_MS = 10;
const LATEST = '/api/v1/evidence/latest';

testOnEachDatabase('refuses-a-revoked-key-on-every-node-within-a-second', async (location, t) => {
  const [here, busy, idle] = [
    await startTestService(t, location),
    await startTestService(t, location),
    await startTestService(t, location),
  ];
  const created = await ask(here.app, 'a', '/api/v1/api-keys', {
    body: { name: 'soon revoked', environment: 'production' },
  });
  const { id, key } = created.body;
  for (const { app } of [here, busy, idle]) assert.equal((await ask(app, 'a', LATEST, { key })).status, 200);

  const asking = askUntilRefused(busy.app, key);
  await sleep(ASK_EVERY_MS);
  const revoked = await ask(here.app, 'a', `/api/v1/api-keys/${id}`, { method: 'DELETE' });
  assert.equal(revoked.status, 200);
  const revokedAt = performance.now();
  const lastAdmittedAt = await asking;
  assert.ok(lastAdmittedAt - revokedAt < WITHIN_MS, `admitted ${lastAdmittedAt - revokedAt} ms afterwards`);

  await sleep(Math.max(0, revokedAt + WITHIN_MS - performance.now()));
  for (const { app } of [here, busy, idle]) {
    const { status, body } = await ask(app, 'a', LATEST, { key });
    assert.deepEqual(
      { status, detail: body.detail },
      { status: 403, detail: 'This API key has been revoked.' },
    );
    assert.equal((await ask(app, 'b', '/v1/evidence/ev_none', { key })).status, 403);
  }
});

testOnEachDatabase('notes-the-last-use-of-a-key-now-and-then', async (location, t) => {
  const openedAt = performance.now();
  const { app, service } = await startTestService(t, location);
  for (let asked = 0; asked < 50; asked++) {
    assert.equal((await ask(app, 'a', LATEST)).status, 200);
  }
  const lastUsed = () =>
    withDatabase(location, async (db) => {
      const { last_used_at } = await db
        .selectFrom('api_keys')
        .select('last_used_at')
        .where('environment', '=', 'production')
        .executeTakeFirstOrThrow();
      return last_used_at;
    });
  const first = await lastUsed();
  if (performance.now() - openedAt < NOTED_EVERY_MS) {
    assert.equal(first, null, 'a request wrote to the database');
  }
  const before = service.clock.now();
  await recordLastUsed(service.db, service.authenticator);
  const noted = await lastUsed();
  assert.ok(noted !== null && noted <= before && noted > before - PATIENCE_MS);
});

testOnOneDatabase('notes-the-last-use-of-a-key-when-it-stops', async (location, t) => {
  const early = await startTestService(t, location);
  assert.equal((await ask(early.app, 'a', LATEST)).status, 200);
  await early.service.close();
  const { app } = await startTestService(t, location);
  const { body } = await ask(app, 'a', '/api/v1/api-keys');
  const used = body.keys.find((key: { environment: string }) => key.environment === 'production');
  assert.ok(Date.parse(used.last_used_at) >= Date.parse(used.created_at));
  assert.equal(used.prefix.slice(0, 7), PRODUCTION_KEY.slice(0, 7));
});

/** @returns when the last admitted request began. */
async function askUntilRefused(app: FastifyInstance, key: string): Promise<number> {
  let lastAdmittedAt = 0;
  for (const giveUpAt = performance.now() + PATIENCE_MS; performance.now() < giveUpAt; ) {
    const beganAt = performance.now();
    const { status } = await ask(app, 'a', LATEST, { key });
    if (status === 403) return lastAdmittedAt;
    assert.equal(status, 200);
    lastAdmittedAt = beganAt;
    await sleep(ASK_EVERY_MS);
  }
  return Number.POSITIVE_INFINITY;
}
