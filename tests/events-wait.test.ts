/** A caller who waits for events is answered when one happens, on any node, and waits no longer than allowed. */
import assert from 'node:assert/strict';
import { escalated } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { BLOCKED, EVENTS } from './support/http/events.ts';
import {
  type Answer,
  appOf,
  ask,
  evaluate,
  openWithoutHttp,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  startTestService,
} from './support/http/in-process.ts';
import { agentKey } from './support/people/agent-keys.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { until } from './support/until.ts';

/** A later answer means that `?wait=60` ended, not that an event came. */
const WAITED_IN_VAIN_MS = 58_000;

testOnEachDatabase('answers-a-waiting-caller-when-it-happens-on-another-node', async (location, t) => {
  const here = await startTestService(t, location);
  const { app: elsewhere } = await startTestService(t, location);
  const waiting = ask(here.app, 'a', `${EVENTS}?wait=60`);
  const picky = ask(here.app, 'a', `${EVENTS}?after=0&wait=60&types=approval.created`);
  await until(() => here.service.eventWaits.size === 2);
  const { body: blocked } = await evaluate(elsewhere, 'a', BLOCKED);
  const { body } = await inTime(waiting);
  assert.deepEqual(
    { next: body.next, evidence_id: body.items[0].data.evidence_id },
    { next: 1, evidence_id: blocked.evidence_id },
  );
  // The other caller is not woken by an event that it did not ask for.
  await until(() => here.service.eventWaits.count(({ seen }) => seen === 1) === 1);
  const id = await escalated(elsewhere);
  const { body: created } = await inTime(picky);
  assert.equal(created.items[0].data.approval_id, id);
  assert.equal(here.service.eventWaits.size, 0);
});

testAsTenant('gives-nothing-to-a-key-that-was-revoked-meanwhile', async ({ app, service }) => {
  const { body: made } = await ask(app, 'a', '/api/v1/api-keys', {
    body: { name: 'soon revoked', environment: 'production' },
  });
  const waiting = ask(app, 'a', `${EVENTS}?wait=60`, { key: made.key });
  await until(() => service.eventWaits.size === 1);
  await ask(app, 'a', `/api/v1/api-keys/${made.id}`, { method: 'DELETE' });
  await until(async () => (await ask(app, 'a', EVENTS, { key: made.key })).status === 403);
  await evaluate(app, 'a', BLOCKED);
  assert.deepEqual((await inTime(waiting)).body, { detail: 'This API key has been revoked.' });
});

testAsTenant('gives-nothing-to-an-agent-that-was-suspended-meanwhile', async ({ app, service }) => {
  assert.equal((await ask(app, 'a', '/api/v1/agents', { body: { agent_id: 'agent-7' } })).status, 201);
  const key = await agentKey(app, 'agent-7');
  const waiting = ask(app, 'a', `${EVENTS}?wait=60`, { key });
  await until(() => service.eventWaits.size === 1);
  await ask(app, 'a', '/api/v1/agents/agent-7/suspend', { body: { reason: 'A test' } });
  const { status, body } = await inTime(waiting);
  assert.deepEqual([status, /agent-7 is suspended/.test(JSON.stringify(body))], [403, true]);
});

testOnOneDatabase(
  'answers-a-waiting-caller-at-the-timeout-and-when-the-service-stops',
  async (location, t) => {
    const { app, service } = await startTestService(t, location);
    const startedAt = service.clock.monotonic();
    assert.deepEqual((await ask(app, 'a', `${EVENTS}?wait=1`)).body, { items: [], next: 0 });
    assert.ok(service.clock.monotonic() - startedAt >= 990);
    const waiting = ask(app, 'a', `${EVENTS}?wait=60`);
    await until(() => service.eventWaits.size === 1);
    await app.close();
    assert.deepEqual((await inTime(waiting)).body, { items: [], next: 0 });
    assert.equal(service.eventWaits.size, 0);
  },
);

testOnOneDatabase('forgets-callers-that-hung-up-and-bounds-how-many-wait', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const app = await appOf(service);
  t.after(() => app.close());
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const hangUp = new AbortController();
  const waiting = fetch(`${base}${EVENTS}?wait=60`, {
    headers: { 'x-api-key': PRODUCTION_KEY },
    signal: hangUp.signal,
  });
  await until(() => service.eventWaits.size === 1);
  const others = Array.from({ length: 99 }, () => ask(app, 'a', `${EVENTS}?wait=60`));
  await until(() => service.eventWaits.size === 100);
  const refused = await ask(app, 'a', `${EVENTS}?wait=60`);
  assert.deepEqual(
    { status: refused.status, retryAfter: refused.headers['retry-after'] },
    { status: 429, retryAfter: '5' },
  );
  const sandbox = ask(app, 'a', `${EVENTS}?wait=60`, { key: SANDBOX_KEY });
  await until(() => service.eventWaits.size === 101);
  assert.equal((await ask(app, 'a', EVENTS)).status, 200);
  hangUp.abort();
  await assert.rejects(waiting);
  await until(() => service.eventWaits.size === 100);
  service.eventWaits.stop();
  for (const answer of [...others, sandbox]) assert.equal((await inTime(answer)).status, 200);
});

async function inTime(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it was not answered in time')), WAITED_IN_VAIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
