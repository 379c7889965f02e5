/** An operator's approval settings hold on both surfaces; an open approval keeps the settings it was opened with. */
import assert from 'node:assert/strict';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';
import {
  APPROVALS,
  brief,
  decide,
  escalated,
  GRAVE,
  statusOf,
  withApproval,
} from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import {
  appOf,
  ask,
  assertTrue,
  evaluate,
  SURFACES,
  type Surface,
  startTestService,
  testConfig,
} from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';

const HOUR_MS = 3_600_000;
const CRITICAL = { ...GRAVE, context: { ...GRAVE.context, risk_level: 'critical' } };
const EACH_SURFACE = Object.keys(SURFACES) as Surface[];

testOnEachDatabase('asks-for-as-many-approvals-as-the-risk-is-set-to-need', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_APPROVAL_QUORUM: 'critical=2' });
  const { secret: second } = await keyHolder(service, 'default');
  for (const surface of EACH_SURFACE) {
    const id = await escalated(app, CRITICAL);
    const first = await decide(app, 'approve', id, { surface, body: { decided_by: 'dana' } });
    assert.deepEqual(
      { status: first.body.status, required_approvals: first.body.required_approvals },
      { status: 'pending', required_approvals: 2 },
    );
    // A key is the same party under another name.
    const again = await decide(app, 'approve', id, { surface, body: { decided_by: 'erik' } });
    assert.deepEqual({ status: again.status, body: again.body }, { status: 200, body: first.body });
    assert.equal((await evaluate(app, surface, withApproval(id, CRITICAL))).body.approval_id, id);
    const given = await decide(app, 'approve', id, { surface, key: second });
    assert.deepEqual(
      { status: given.body.status, decisionsCount: given.body.decisions.length },
      { status: 'approved', decisionsCount: 2 },
    );
    const used = await evaluate(app, surface, withApproval(id, CRITICAL));
    assert.equal(used.body.verdict.toLowerCase(), 'proceed');

    const refused = await escalated(app, CRITICAL);
    await decide(app, 'approve', refused, { surface });
    assert.equal((await decide(app, 'reject', refused, { surface, key: second })).body.status, 'rejected');
    // A risk level without a setting needs one approver.
    const lesser = await escalated(app);
    assert.equal((await decide(app, 'approve', lesser, { surface })).body.status, 'approved');
  }
  await assertTrue(app);
});

testOnOneDatabase('counts-one-key-once-however-often-it-approves-at-once', async (location, t) => {
  const { app } = await startTestService(t, location, { ASSIZE_APPROVAL_QUORUM: 'high=2' });
  const id = await escalated(app);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => {
      return decide(app, 'approve', id, { body: { decided_by: `person-${number}` } });
    }),
  );
  for (const { status, body } of answers) {
    assert.deepEqual(
      { status, bodyStatus: body.status, decisionsCount: body.decisions.length },
      { status: 200, bodyStatus: 'pending', decisionsCount: 1 },
    );
  }
});

testOnOneDatabase('the-requesting-key-cannot-decide-where-duties-are-separate', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_APPROVAL_SEPARATION: 'on' });
  const { secret: other } = await keyHolder(service, 'default');
  const detail = 'Separation of duties: the party that asked for this action may not decide on it.';
  for (const surface of EACH_SURFACE) {
    const id = await escalated(app);
    for (const verb of ['approve', 'reject'] as const) {
      assert.deepEqual(await brief(decide(app, verb, id, { surface })), { status: 403, body: { detail } });
    }
    assert.equal(await statusOf(app, id), 'pending');
    assert.equal((await decide(app, 'approve', id, { surface, key: other })).body.status, 'approved');
    // They learn nothing more once it is decided.
    assert.deepEqual(await brief(decide(app, 'reject', id, { surface })), { status: 403, body: { detail } });
  }
});

testOnOneDatabase('expires-after-the-hours-that-are-set-also-for-uses', async (location) => {
  const settings = { ASSIZE_APPROVAL_LIFETIME_HOURS: '2', ASSIZE_APPROVAL_QUORUM: 'high=2' };
  const [open, given] = await inService(location, settings, async (app) => {
    const [one, two] = [await escalated(app), await escalated(app, CRITICAL)];
    await decide(app, 'approve', two);
    const { body } = await ask(app, 'b', `${APPROVALS.b}/${one}`);
    assert.equal(Date.parse(body.expires_at) - Date.parse(body.created_at), 2 * HOUR_MS);
    return [one, two];
  });
  const later = (ms: number) => ({ ASSIZE_TEST_CLOCK_OFFSET_MS: String(ms) });
  // After a change of settings, an open approval keeps its expiry and its number of approvers.
  await inService(location, { ASSIZE_APPROVAL_LIFETIME_HOURS: '1', ...later(1.5 * HOUR_MS) }, async (app) => {
    const { body } = await decide(app, 'approve', open);
    assert.deepEqual(
      { status: body.status, required_approvals: body.required_approvals },
      { status: 'pending', required_approvals: 2 },
    );
    assert.equal(await statusOf(app, given), 'approved');
  });
  await inService(location, later(2 * HOUR_MS + 1), async (app) => {
    assert.deepEqual(await brief(decide(app, 'reject', open)), {
      status: 409,
      body: { detail: 'The approval is expired.', code: 'approval_not_pending' },
    });
    const { body } = await evaluate(app, 'b', withApproval(given, CRITICAL));
    assert.match(body.block_reason, /the approval is expired/);
  });
});

/** Starts the service with these settings, as an operator would, and stops it again. */
async function inService<T>(
  location: DatabaseLocation,
  settings: Record<string, string>,
  visit: (app: Awaited<ReturnType<typeof appOf>>) => Promise<T>,
): Promise<T> {
  const service = await startService(testConfig(location, settings), createLogger('silent'));
  try {
    const app = await appOf(service);
    const left = await visit(app);
    await app.close();
    return left;
  } finally {
    await service.close();
  }
}
