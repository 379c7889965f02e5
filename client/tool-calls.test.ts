import assert from 'node:assert/strict';
import { ActionBlocked, ApprovalRequired, type Assize } from '@assize/client';
import { BLOCKED, ESCALATED, testWithClient } from '../tests/support/clients.ts';
import { GovernedCalls, type GovernOptions } from './tool-calls.ts';

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
