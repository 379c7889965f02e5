/** The compliance check of oversight: it is not met where people approve faster than they can read. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE, serviceWithClock } from './support/approvals/approvals.ts';
import { type Checked, checked, controlOf, findingOf } from './support/compliance/compliance.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { askOk, type Call, SANDBOX_KEY } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';

/** @returns the approval. */
async function decided(
  app: FastifyInstance,
  verb: 'approve' | 'reject',
  { place = 0, wait = () => {} }: { place?: number; wait?: () => void },
  call: Call = {},
): Promise<string> {
  const asking = typeof call.key === 'string' ? { key: call.key } : {};
  const id = await escalated(app, { ...GRAVE, context: { ...GRAVE.context, place } }, asking);
  wait();
  const { status } = await decide(app, verb, id, { surface: 'a', ...call });
  assert.equal(status, 200);
  return id;
}

const read = async (app: FastifyInstance, call: Call = {}): Promise<Checked> => {
  const answered = await checked(app, { framework: 'owasp_agentic' }, call);
  return { answered, finding: findingOf(answered, 'approvals_read') };
};

testOnEachDatabase('approvals-that-people-took-time-for-are-met', async (location, t) => {
  const { app, move } = await serviceWithClock(t, location);
  for (let place = 0; place < 22; place += 1)
    await decided(app, 'approve', { place, wait: () => move(4000) });
  const { finding } = await read(app);
  assert.deepEqual([finding.result, finding.counts], ['met', { approvals: 22, quick: 0, hasty_people: 0 }]);
  assert.equal(finding.evidence_ids.length, 20);
  await decided(app, 'approve', { place: 23 });
  await decided(app, 'approve', { place: 24 });
  await decided(app, 'approve', { place: 25 });
  const { finding: later } = await read(app);
  assert.deepEqual([later.result, later.counts.quick, later.evidence_ids.length], ['partial', 3, 3]);
});

testOnEachDatabase('one-hasty-person-fails-the-check-although-others-read', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  const { headers } = await signedIn(service, 'default', 'approver', 'dana');
  const dana = { key: null, headers: { ...headers } };
  for (let place = 0; place < 21; place += 1)
    await decided(app, 'approve', { place, wait: () => move(4000) });
  for (let place = 21; place < 41; place += 1) await decided(app, 'approve', { place }, dana);
  const { finding: before } = await read(app);
  assert.deepEqual([before.result, before.counts.hasty_people], ['partial', 0]);
  const last = await decided(app, 'approve', { place: 41 }, dana);
  const { answered, finding } = await read(app);
  assert.deepEqual(
    [finding.result, finding.counts],
    ['not_met', { approvals: 42, quick: 21, hasty_people: 1 }],
  );
  assert.match(finding.finding, /; 1 person approved faster more than 20 times in 10 minutes\.$/);
  const record = await askOk(app, 'a', `/api/v1/evidence/${finding.evidence_ids[0]}`);
  assert.deepEqual([record.artifact_type, record.payload.approval_id], ['action_approved', last]);
  for (const id of ['ASI09', 'T10']) assert.notEqual(controlOf(answered, id).result, 'met', id);
});

testOnEachDatabase('where-nothing-was-approved-the-check-does-not-pass', async (location, t) => {
  const { app, move } = await serviceWithClock(t, location);
  await decided(app, 'approve', { place: 1, wait: () => move(4000) }, { key: SANDBOX_KEY });
  await decided(app, 'reject', { place: 2, wait: () => move(4000) });
  await escalated(app);
  const { finding } = await read(app);
  assert.deepEqual([finding.result, finding.counts, finding.evidence_ids], ['not_assessed', {}, []]);
});
