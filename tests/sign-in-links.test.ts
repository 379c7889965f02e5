/** A link of the operator signs in once, and one that was slipped into the database is named by truth verification. */
import assert from 'node:assert/strict';
import { issueSecret } from '@assize/service/members/identity/single-use.ts';
import { beginSignIn } from '@assize/service/members/joining/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { chainOfKey } from './support/governance/governance.ts';
import { startTestService } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';

const HOUR_MS = 3_600_000;

testOnEachDatabase('a-link-signs-in-once-and-from-this-site-only', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const owner = await signedIn(service, 'default', 'owner');
  const token = await beginSignIn(service, owner.userId);
  const elsewhere = { ...owner.headers, origin: 'https://evil.example', cookie: '' };
  assert.equal((await open(app, token, elsewhere)).statusCode, 403);
  const [one, other] = await Promise.all([open(app, token), open(app, token)]);
  assert.deepEqual([one.statusCode, other.statusCode].sort(), [200, 404], 'only one of two at once');
  assert.equal((await open(app, token)).statusCode, 404);
  assert.equal((await open(app, 'a'.repeat(43))).statusCode, 404);
  assert.deepEqual(await gapsOf(service), []);
});

testOnEachDatabase('a-link-that-was-slipped-in-is-a-gap', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const owner = await signedIn(service, 'default', 'owner');
  const lifetime = { nowMs: service.clock.now(), lifetimeMs: HOUR_MS };
  const token = await issueSecret(service, 'sign-in-link', owner.userId, lifetime);
  const [waiting] = await gapsOf(service);
  assert.match(waiting ?? '', /the reset is not as recorded/);
  assert.equal((await open(app, token)).statusCode, 200);
  const [used] = await gapsOf(service);
  assert.match(used ?? '', /used a sign-in link that was never made/);
});

const HERE = { origin: 'http://localhost:80', host: 'localhost:80' };

function open(app: FastifyInstance, token: string, headers: Record<string, string> = HERE) {
  return app.inject({ method: 'POST', url: '/auth/sign-in-link', headers, payload: { token } });
}

async function gapsOf(service: Service): Promise<string[]> {
  const { gaps } = await service.truth.verify(await chainOfKey(service));
  return gaps.map(({ what }) => what);
}
