import assert from 'node:assert/strict';
import test from 'node:test';
import { ActionBlocked, ActionRefused, ApprovalRequired, Assize, ConnectionError } from '@assize/client';
import {
  BLOCKED,
  ESCALATED,
  PROCEED,
  scriptedService,
  testWithClient,
} from '../../tests/support/http/clients.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from '../../tests/support/http/in-process.ts';

const KEY = SANDBOX_KEY;

/** A tool that remembers its calls. */
function tool() {
  const calls: unknown[] = [];
  const run = (args: { to: string }) => {
    calls.push(args);
    return `sent to ${args.to}`;
  };
  return { calls, run };
}

async function outcomes(app: {
  inject: (call: object) => Promise<{ json(): ReturnType<typeof JSON.parse> }>;
}) {
  const found = await app.inject({
    method: 'POST',
    url: '/api/v1/evidence/search',
    headers: { 'x-api-key': PRODUCTION_KEY },
    payload: { artifact_type: 'action_executed' },
  });
  return found.json().items.map((item: { payload: object }) => item.payload);
}

testWithClient('runs-what-may-proceed-and-reports-it', async (_, { assize, app }) => {
  const { calls, run } = tool();
  const send = assize.guard('mail.send', run, { agentId: 'agent-7' });
  assert.equal(await send({ to: 'ann' }), 'sent to ann');
  assert.deepEqual(calls, [{ to: 'ann' }]);
  const [reported, ...more] = await outcomes(app);
  assert.equal(more.length, 0);
  assert.equal(reported.outcome, 'success');
  assert.match(reported.evaluation_id, /^ev_/);
});

testWithClient('does-not-run-what-is-blocked', async (_, { assize }) => {
  const { calls, run } = tool();
  const send = assize.guard('mail.send', run, { context: BLOCKED });
  await assert.rejects(send({ to: 'ann' }), (error: ActionBlocked) => {
    assert.ok(error instanceof ActionBlocked);
    assert.equal(error.remedies[0]?.law_id, 'safety_dominance');
    assert.match(error.message, /Safety Dominance/);
    return true;
  });
  assert.deepEqual(calls, []);
});

testWithClient(
  'goes-on-with-an-approval-once-and-only-with-the-same-arguments',
  async (_, { assize, clientWith }) => {
    const { calls, run } = tool();
    const send = assize.guard('mail.send', run, { context: ESCALATED, sessionId: 'one' });
    const required = await send({ to: 'ann' }).then(assert.fail, (error: ApprovalRequired) => error);
    assert.ok(required instanceof ApprovalRequired);
    const { approvalId } = required;
    await assert.rejects(send({ to: 'ann' }, { approvalId }), ApprovalRequired);
    await assize.approvals.approve(approvalId);
    await assert.rejects(send({ to: 'eve' }, { approvalId }), ActionRefused);
    assert.deepEqual(calls, []);
    // Another process has another client and another session.
    const later = clientWith({}).guard('mail.send', run, { context: ESCALATED, sessionId: 'two' });
    assert.equal(await later({ to: 'ann' }, { approvalId }), 'sent to ann');
    await assert.rejects(later({ to: 'ann' }, { approvalId }), ActionRefused);
    assert.deepEqual(calls, [{ to: 'ann' }]);
  },
);

testWithClient('waits-for-a-human', async (_, { assize }) => {
  const { calls, run } = tool();
  const send = assize.guard('mail.send', run, { context: ESCALATED, waitMs: 60_000 });
  const sent = send({ to: 'ann' });
  assert.equal(await Promise.race([sent, approveFirst(assize).then(() => sent)]), 'sent to ann');
  assert.equal(calls.length, 1);
});

testWithClient('says-why-a-human-rejected-it', async (_, { assize }) => {
  const { calls, run } = tool();
  const send = assize.guard('mail.send', run, { context: ESCALATED, waitMs: 60_000 });
  const refused = assert.rejects(send({ to: 'ann' }), /A human rejected this call: "not today"/);
  await decideFirst(assize, (id) => assize.approvals.reject(id, { comment: 'not today' }));
  await refused;
  assert.deepEqual(calls, []);
});

testWithClient('an-approval-that-takes-too-long-can-still-be-used', async (_, { assize }) => {
  const { run } = tool();
  const send = assize.guard('mail.send', run, { context: ESCALATED, waitMs: 50 });
  const { approvalId } = await send({ to: 'ann' }).then(assert.fail, (error: ApprovalRequired) => error);
  await assize.approvals.approve(approvalId);
  assert.equal(await send({ to: 'ann' }, { approvalId }), 'sent to ann');
});

testWithClient('an-error-of-the-action-is-thrown-and-reported', async (_, { assize, app }) => {
  const fail = () => Promise.reject(new TypeError('no such mailbox'));
  await assert.rejects(assize.guard('mail.send', fail)({ to: 'ann' }), new TypeError('no such mailbox'));
  const [reported] = await outcomes(app);
  assert.equal(reported.outcome, 'failure');
  assert.equal(reported.context.error, 'TypeError: no such mailbox');
});

testWithClient('a-key-that-can-only-ask-still-guards', async (_, { app, clientWith }) => {
  const created = await app.inject({
    method: 'POST',
    url: '/api/v1/api-keys',
    headers: { 'x-api-key': PRODUCTION_KEY },
    payload: { name: 'agent', environment: 'production', scopes: ['governance:evaluate'] },
  });
  const failed: unknown[] = [];
  const telemetry = { onReportFailed: (failure: unknown) => void failed.push(failure) };
  const assize = clientWith({ key: created.json().key, telemetry });
  const { calls, run } = tool();
  await assize.guard('mail.send', run)({ to: 'ann' });
  assert.equal(calls.length, 1);
  assert.equal(failed.length, 1);
  const send = assize.guard('mail.send', run, { context: ESCALATED, waitMs: 60_000 });
  await assert.rejects(send({ to: 'ann' }), ApprovalRequired);
  assert.equal(calls.length, 1);
});

testWithClient('permits-what-runs-elsewhere-and-reports-what-it-led-to', async (_, { assize, app }) => {
  const call = { name: 'mail.send', arguments: { to: 'ann' }, context: ESCALATED };
  const required = await assize.permit(call).catch((error: unknown) => error);
  assert.ok(required instanceof ApprovalRequired);
  await assize.approvals.approve(required.approvalId);
  const permitted = await assize.permit({ ...call, approvalId: required.approvalId });
  assert.equal(permitted.verdict, 'proceed');
  assert.deepEqual(await outcomes(app), []);
  await permitted.report({ outcome: 'failure', error: 'no such mailbox' });
  const [reported] = await outcomes(app);
  assert.deepEqual([reported.outcome, reported.context.error], ['failure', 'no such mailbox']);
  await assert.rejects(assize.permit({ ...call, context: BLOCKED }), ActionBlocked);
});

test('does-not-run-without-a-verdict', async (t) => {
  const { url } = await scriptedService(t, 'cut');
  const { calls, run } = tool();
  const assize = new Assize({ url, key: KEY, maxRetries: 0, onUnavailable: { allow: ['mail.read'] } });
  await assert.rejects(assize.guard('mail.send', run)({ to: 'ann' }), ConnectionError);
  assert.deepEqual(calls, []);
});

test('runs-a-named-action-while-the-service-is-away-and-reports-it-later', async (t) => {
  const created = { status: 201, body: {} };
  const { url, requests } = await scriptedService(t, 'cut', 'cut', PROCEED, created);
  const { calls, run } = tool();
  const assize = new Assize({ url, key: KEY, maxRetries: 0, onUnavailable: { allow: ['mail.read'] } });
  const read = assize.guard('mail.read', run);
  await read({ to: 'ann' });
  assert.equal(calls.length, 1);
  await read({ to: 'ben' });
  const reports = requests
    .filter((request) => request.url.endsWith('/outcomes'))
    .map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    reports.map(({ context }) => context.skipped_evaluation),
    [true, undefined, true],
  );
  assert.deepEqual(reports[2].context.arguments, { to: 'ann' });
  assert.equal(await assize.flush(), 0);
});

test('a-refusal-is-not-an-absence', async (t) => {
  for (const status of [401, 403, 422, 429]) {
    const { url } = await scriptedService(t, { status, headers: { 'retry-after': '60' } });
    const { calls, run } = tool();
    const assize = new Assize({ url, key: KEY, onUnavailable: { allow: ['mail.read'] } });
    await assert.rejects(assize.guard('mail.read', run)({ to: 'ann' }));
    assert.deepEqual(calls, []);
  }
});

test('arguments-that-change-while-they-are-judged-are-not-used', async (t) => {
  const { url } = await scriptedService(t, PROCEED);
  const { calls, run } = tool();
  const args = { to: 'ann' };
  const sent = new Assize({ url, key: KEY }).guard('mail.send', run)(args);
  args.to = 'eve';
  await assert.rejects(sent, /arguments changed/);
  assert.deepEqual(calls, []);
});

test('an-approval-that-was-not-enough-does-not-let-it-run', async (t) => {
  const escalated = (approval_id: string) => ({
    status: 200,
    body: { ...PROCEED.body, verdict: 'escalate', approval_id },
  });
  const approved = { status: 200, body: { status: 'approved', decisions: [] } };
  const { url } = await scriptedService(t, escalated('apr_1'), approved, escalated('apr_2'));
  const { calls, run } = tool();
  const send = new Assize({ url, key: KEY }).guard('mail.send', run, { waitMs: 60_000 });
  await assert.rejects(send({ to: 'ann' }), (error: unknown) => {
    return error instanceof ApprovalRequired && error.approvalId === 'apr_2';
  });
  assert.deepEqual(calls, []);
});

async function decideFirst(assize: Assize, decide: (id: string) => Promise<unknown>): Promise<void> {
  for (;;) {
    const [first] = (await assize.approvals.list()).items;
    if (first !== undefined) {
      await decide(first.approval_id);
      return;
    }
  }
}

function approveFirst(assize: Assize): Promise<void> {
  return decideFirst(assize, (id) => assize.approvals.approve(id));
}
