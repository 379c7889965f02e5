import assert from 'node:assert/strict';
import test from 'node:test';
import { ActionBlocked, ApprovalRequired, Assize, ConnectionError } from '@assize/client';
import {
  BLOCKED,
  ESCALATED,
  PROCEED,
  scriptedService,
  testWithClient,
} from '../tests/support/http/clients.ts';
import { SANDBOX_KEY } from '../tests/support/http/in-process.ts';
import { GovernedCalls, type GovernOptions, Remembered } from './tool-calls.ts';

function governed(assize: Assize, options: GovernOptions = {}) {
  const ran: unknown[] = [];
  const calls = new GovernedCalls(assize, options);
  const run = (id: string | undefined, args: object) =>
    calls.run({ id, name: 'mail.send', args }, () => ran.push(args));
  const ask = (id: string | undefined, args: object) => calls.ask({ id, name: 'mail.send', args });
  return { ran, run, ask };
}

async function evaluations(assize: Assize): Promise<number> {
  return (await assize.evidence.search({ artifact_type: 'governance_eval' })).total;
}

testWithClient('a-call-that-was-asked-about-is-judged-once', async (_, { assize }) => {
  const { ran, run, ask } = governed(assize);
  assert.equal((await ask('1', { to: 'ann' })).verdict, 'proceed');
  await run('1', { to: 'ann' });
  assert.equal(await evaluations(assize), 1);
  await run('1', { to: 'ann' });
  assert.equal(await evaluations(assize), 2);
  assert.equal(ran.length, 2);
});

testWithClient('other-arguments-than-those-that-were-asked-about-are-judged-anew', async (_, { assize }) => {
  const { ran, run, ask } = governed(assize, {
    context: (_name, args) => (JSON.stringify(args).includes('eve') ? BLOCKED : {}),
  });
  await ask('1', { to: 'ann' });
  await assert.rejects(run('1', { to: 'eve' }), ActionBlocked);
  assert.deepEqual(ran, []);
});

testWithClient('a-blocked-call-is-refused-without-asking-again', async (_, { assize }) => {
  const { ran, run, ask } = governed(assize, { context: () => BLOCKED });
  assert.equal((await ask('1', {})).verdict, 'block');
  await assert.rejects(run('1', {}), ActionBlocked);
  assert.deepEqual([ran.length, await evaluations(assize)], [0, 1]);
});

testWithClient('the-same-call-under-another-id-goes-on-with-its-approval-once', async (_, { assize }) => {
  const { ran, run } = governed(assize, { context: () => ESCALATED });
  const { approvalId } = await run('1', { to: 'ann' }).then(
    () => assert.fail('it ran'),
    (error: ApprovalRequired) => error,
  );
  await assert.rejects(run('2', { to: 'eve' }), ApprovalRequired);
  await assert.rejects(run('3', { to: 'ann' }), (error: ApprovalRequired) => error.approvalId === approvalId);
  await assize.approvals.approve(approvalId);
  await run('4', { to: 'ann' });
  assert.deepEqual(ran, [{ to: 'ann' }]);
  await assert.rejects(run('5', { to: 'ann' }), (error: ApprovalRequired) => error.approvalId !== approvalId);
});

testWithClient('what-was-rejected-is-asked-about-anew-and-not-by-its-old-approval', async (_, { assize }) => {
  const { ran, run } = governed(assize, { context: () => ESCALATED });
  const approvalOf = (error: unknown) => {
    assert.ok(error instanceof ApprovalRequired);
    return error.approvalId;
  };
  const approvalId = await run('1', { to: 'ann' }).catch(approvalOf);
  await assize.approvals.reject(String(approvalId));
  await assert.rejects(run('2', { to: 'ann' }), ActionBlocked);
  assert.notEqual(await run('3', { to: 'ann' }).catch(approvalOf), approvalId);
  assert.deepEqual(ran, []);
});

test('an-approval-outlives-a-question-that-had-no-answer', async (t) => {
  const escalated = { status: 200, body: { ...PROCEED.body, verdict: 'escalate', approval_id: 'apr_1' } };
  const approved = { status: 200, body: { approval_id: 'apr_1', status: 'approved', decisions: [] } };
  // Each question is preceded by a look at its approval.
  const cut = ['cut', 'cut', 'cut', 'cut'] as const;
  const { url, requests } = await scriptedService(t, escalated, ...cut, approved, PROCEED);
  const { ran, run, ask } = governed(new Assize({ url, key: SANDBOX_KEY, maxRetries: 0 }));
  await assert.rejects(run('1', { to: 'ann' }), ApprovalRequired);
  await assert.rejects(ask('2', { to: 'ann' }), ConnectionError);
  await assert.rejects(run('3', { to: 'ann' }), ConnectionError);
  await run('4', { to: 'ann' });
  const questions = requests.filter(({ url: path }) => path.endsWith('/evaluate'));
  const asked = questions.map(({ body }) => JSON.parse(body).context.approval_id);
  assert.deepEqual(asked, [undefined, 'apr_1', 'apr_1', 'apr_1']);
  assert.equal(ran.length, 1);
});

testWithClient('identical-calls-at-once-need-an-approval-each', async (_, { assize }) => {
  const { ran, run } = governed(assize, { context: () => ESCALATED });
  const refused = await Promise.allSettled([run(undefined, { to: 'ann' }), run(undefined, { to: 'ann' })]);
  const ids = refused.map(
    (each) => each.status === 'rejected' && (each.reason as ApprovalRequired).approvalId,
  );
  assert.equal(new Set(ids).size, 2);
  await assize.approvals.approve(String(ids[1]));
  const again = await Promise.allSettled([run(undefined, { to: 'ann' }), run(undefined, { to: 'ann' })]);
  assert.ok(again.filter(({ status }) => status === 'fulfilled').length <= 1);
  assert.ok(ran.length <= 1);
});

test('forgets-the-oldest-of-many-calls', () => {
  const remembered = new Remembered<number>();
  for (let call = 0; call <= 10_000; call += 1) remembered.set(String(call), call);
  assert.deepEqual([remembered.get('0'), remembered.get('1')], [undefined, 1]);
});
