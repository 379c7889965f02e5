/** Approvals and time: approvals expire even while no service runs, and callers who wait for one are answered. */
import assert from 'node:assert/strict';
import { expiryChore } from '@assize/service/approvals/index.ts';
import {
  APPROVALS,
  decide,
  escalated,
  serviceWithClock,
  statusOf,
  withApproval,
} from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import {
  appOf,
  ask,
  assertTrue,
  evaluate,
  openWithoutHttp,
  PRODUCTION_KEY,
  startTestService,
} from './support/http/in-process.ts';
import { until } from './support/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A later answer means that `?wait=60` ended, not that a decision came. */
const WAITED_IN_VAIN_MS = 58_000;

testOnEachDatabase('expires-an-undecided-approval-also-across-a-restart', async (location, t) => {
  const first = await startTestService(t, location);
  const id = await escalated(first.app);
  const given = await escalated(first.app);
  await decide(first.app, 'approve', given);
  await first.app.close();
  await first.service.close();
  const offset = { ASSIZE_TEST_CLOCK_OFFSET_MS: String(DAY_MS + 1) };
  const { app } = await startTestService(t, location, offset);
  await until(async () => (await statusOf(app, id)) === 'expired');
  const { body: record } = await ask(app, 'b', `${APPROVALS.b}/${id}`);
  const { body: artifact } = await ask(app, 'a', `/api/v1/evidence/${record.resolution_evidence_id}`);
  assert.deepEqual(
    {
      artifact_type: artifact.artifact_type,
      verdict: artifact.verdict,
      actor: artifact.actor,
      resolution: artifact.payload.resolution,
    },
    { artifact_type: 'action_rejected', verdict: 'block', actor: 'expiry', resolution: 'expired' },
  );
  assert.equal(artifact.created_at, record.resolved_at);
  // An approved but unused approval keeps its state, and can't be used.
  for (const each of [id, given]) {
    const late = await evaluate(app, 'b', withApproval(each));
    assert.match(late.body.block_reason, /the approval is expired/);
  }
  assert.equal(await statusOf(app, given), 'approved');
  await assertTrue(app);
});

testOnOneDatabase('refuses-a-decision-that-comes-before-the-sweeper-but-too-late', async (location, t) => {
  const { app, move } = await serviceWithClock(t, location);
  const id = await escalated(app);
  move(DAY_MS - HOUR_MS);
  assert.equal((await evaluate(app, 'b', withApproval(id))).body.verdict, 'ESCALATE');
  move(HOUR_MS + 1);
  assert.equal(await statusOf(app, id), 'pending');
  assert.match((await evaluate(app, 'b', withApproval(id))).body.block_reason, /the approval is expired/);
  const late = await decide(app, 'approve', id);
  assert.deepEqual(
    { status: late.status, body: late.body },
    { status: 409, body: { detail: 'The approval is expired.', code: 'approval_not_pending' } },
  );
  assert.equal(await statusOf(app, id), 'expired');
  move(-2 * DAY_MS);
  assert.equal((await decide(app, 'approve', id)).status, 409);
  assert.match((await evaluate(app, 'b', withApproval(id))).body.block_reason, /the approval is expired/);
});

testOnEachDatabase('expires-each-once-however-many-sweep', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  for (let number = 0; number < 20; number += 1) await escalated(app);
  move(DAY_MS + 1);
  const { signal } = new AbortController();
  await Promise.all([expiryChore(service), expiryChore(service)].map((chore) => chore.run(signal)));
  const { body } = await ask(app, 'b', `${APPROVALS.b}?status=expired`);
  assert.equal(body.total, 20);
  const artifacts = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'action_rejected' },
  });
  assert.equal(artifacts.body.total, 20);
});

testOnEachDatabase(
  'answers-a-waiting-caller-when-it-is-resolved-here-or-on-another-node',
  async (location, t) => {
    const { app, service } = await startTestService(t, location);
    const { app: elsewhere } = await startTestService(t, location);
    for (const decider of [app, elsewhere]) {
      const id = await escalated(app);
      const startedAt = service.clock.monotonic();
      const waiting = [1, 2, 3].map(() => ask(app, 'b', `${APPROVALS.b}/${id}?wait=60`));
      await until(async () => service.approvalWaits.size === 3);
      assert.equal((await decide(decider, 'approve', id)).status, 200);
      for (const { body } of await Promise.all(waiting)) assert.equal(body.status, 'approved');
      assert.ok(service.clock.monotonic() - startedAt < WAITED_IN_VAIN_MS);
      assert.equal(service.approvalWaits.size, 0);
      const again = await ask(app, 'b', `${APPROVALS.b}/${id}?wait=60`);
      assert.equal(again.body.status, 'approved');
    }
  },
);

testOnOneDatabase(
  'answers-a-waiting-caller-at-the-timeout-and-when-the-service-stops',
  async (location, t) => {
    const { app, service } = await startTestService(t, location);
    const id = await escalated(app);
    const startedAt = service.clock.monotonic();
    assert.equal((await ask(app, 'b', `${APPROVALS.b}/${id}?wait=1`)).body.status, 'pending');
    assert.ok(service.clock.monotonic() - startedAt >= 990);
    assert.equal((await ask(app, 'b', `${APPROVALS.b}/${id}?wait=0`)).body.status, 'pending');
    const waiting = ask(app, 'b', `${APPROVALS.b}/${id}?wait=60`);
    await until(async () => service.approvalWaits.size === 1);
    await app.close();
    assert.equal((await waiting).body.status, 'pending');
    assert.equal(service.approvalWaits.size, 0);
  },
);

testOnOneDatabase('forgets-callers-that-hung-up', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const app = await appOf(service);
  t.after(() => app.close());
  const id = await escalated(app);
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const hangUp = new AbortController();
  const headers = { authorization: `Bearer ${PRODUCTION_KEY}` };
  const waiting = fetch(`${base}${APPROVALS.b}/${id}?wait=60`, { headers, signal: hangUp.signal });
  await until(async () => service.approvalWaits.size === 1);
  hangUp.abort();
  await assert.rejects(waiting);
  await until(async () => service.approvalWaits.size === 0);
});
