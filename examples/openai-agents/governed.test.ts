/** Promises of the adapter for the OpenAI Agents SDK beyond the path of the example. */
import assert from 'node:assert/strict';
import { approvalOf } from '@assize/client/openai-agents';
import { scriptedService } from '../../tests/support/http/clients.ts';
import { openApproval, outcomes, testWithFrameworks } from '../shared/trials.ts';
import { answersIn, REFUND, shop } from './shop.ts';

testWithFrameworks('goes-on-in-another-process-with-what-was-approved', async (_, { assize, clientWith }) => {
  const first = await shop(assize);
  const { agent } = first.agentOf([first.calls('pay', REFUND)]);
  const asked = await first.run(agent, 'go');
  const [interruption] = asked.interruptions;
  assert.ok(interruption !== undefined);
  const approvalId = approvalOf(asked.runContext, interruption) ?? '';
  const written = asked.state.toString();
  await assize.approvals.approve(approvalId);

  const later = await shop(clientWith({}));
  const resumed = later.agentOf();
  const state = await later.RunState.fromString(resumed.agent, written);
  for (const item of state.getInterruptions()) state.approve(item);
  const result = await later.run(resumed.agent, state);
  assert.equal(result.finalOutput, 'done');
  assert.deepEqual([first.did, later.did], [[], ['pay 40 for SO-31']]);
  assert.equal((await assize.approvals.find(approvalId)).status, 'consumed');
});

testWithFrameworks('governs-what-is-streamed', async (_, { assize, clientWith }) => {
  const first = await shop(assize);
  const { agent } = first.agentOf([
    first.calls('look', { page: 2 }),
    first.calls('pay', REFUND),
    first.calls('drop', {}),
  ]);
  const asked = await first.run(agent, 'go', { stream: true });
  await asked.completed;
  assert.deepEqual([first.did, asked.interruptions.length], [['look 2'], 1]);
  await assize.approvals.approve(await openApproval(assize));

  const later = await shop(clientWith({}));
  const resumed = later.agentOf();
  const state = await later.RunState.fromString(resumed.agent, asked.state.toString());
  for (const item of state.getInterruptions()) state.approve(item);
  const ended = await later.run(resumed.agent, state, { stream: true });
  await ended.completed;
  assert.deepEqual([first.did, later.did], [['look 2'], ['pay 40 for SO-31']]);
});

testWithFrameworks('judges-each-of-several-calls-at-once', async (_, { assize }) => {
  const { agentOf, calls, did, run } = await shop(assize);
  const { agent, model } = agentOf([calls('look', { page: 2 }), calls('pay', REFUND), calls('drop', {})]);
  const asked = await run(agent, 'go');
  assert.deepEqual(did, ['look 2']);
  assert.deepEqual(
    asked.interruptions.map(({ name }) => name),
    ['pay'],
  );
  const behaviors = asked.toolInputGuardrailResults.map(({ output }) => output.behavior.type);
  assert.ok(behaviors.includes('rejectContent'), 'a blocked call is rejected by a guardrail');
  for (const { approval_id } of (await assize.approvals.list()).items) {
    await assize.approvals.approve(approval_id);
  }
  for (const interruption of asked.interruptions) asked.state.approve(interruption);
  await run(agent, asked.state);
  assert.deepEqual(did, ['look 2', 'pay 40 for SO-31']);
  const answers = answersIn(model.requests.at(-1)?.input);
  assert.match(answers.drop ?? '', /Safety Dominance.*don't repeat the same call.*would make it pass/s);
  assert.equal(answers.pay, 'paid');
});

testWithFrameworks(
  'tells-the-model-where-only-the-framework-was-told-of-an-approval',
  async (_, { assize }) => {
    const { agentOf, calls, did, run } = await shop(assize);
    const { agent, model } = agentOf([calls('pay', REFUND, 'one')], [calls('pay', REFUND, 'two')]);
    const asked = await run(agent, 'go');
    for (const interruption of asked.interruptions) asked.state.approve(interruption);
    const again = await run(agent, asked.state);
    assert.deepEqual(did, []);
    assert.match(answersIn(model.requests.at(-1)?.input).pay ?? '', /make exactly the same call again/);
    // The model makes the same call again with a new id, and waits for the same approval.
    const open = (await assize.approvals.list({ status: 'pending' })).items;
    assert.equal(open.length, 1);
    await assize.approvals.approve(open[0]?.approval_id ?? '');
    for (const interruption of again.interruptions) again.state.approve(interruption);
    await run(agent, again.state);
    assert.deepEqual(did, ['pay 40 for SO-31']);
  },
);

testWithFrameworks('judges-what-the-tool-is-given-and-not-what-the-model-wrote', async (_, { assize }) => {
  const { agentOf, calls, did, run } = await shop(assize);
  await run(agentOf([calls('look', {})]).agent, 'go');
  assert.deepEqual(did, ['look 1']);
  const [found] = (await assize.evidence.search({ action: 'look', artifact_type: 'governance_eval' })).items;
  const { payload } = await assize.evidence.find(found?.id ?? '');
  const { request } = payload as { request: { context: { arguments: unknown } } };
  assert.deepEqual(request.context.arguments, { page: 1 });
});

testWithFrameworks('reports-what-failed-as-failed', async (_, { assize }) => {
  const { agentOf, calls, run } = await shop(assize);
  await run(agentOf([calls('fail', {})]).agent, 'go');
  assert.deepEqual(await outcomes(assize), ['fail failure']);
});

testWithFrameworks('keeps-a-tool-s-own-wish-for-approval', async (_, { assize }) => {
  const { agentOf, calls, did, run } = await shop(assize);
  const { agent } = agentOf([calls('own', {})]);
  const asked = await run(agent, 'go');
  assert.equal(asked.interruptions.length, 1);
  assert.deepEqual(did, []);
  for (const interruption of asked.interruptions) asked.state.approve(interruption);
  await run(agent, asked.state);
  assert.deepEqual([did, await outcomes(assize)], [['own'], ['own success']]);
});

testWithFrameworks('keeps-a-tool-s-own-guardrails', async (_, { assize }) => {
  const { agentOf, calls, did, run } = await shop(assize);
  const { agent, model } = agentOf([calls('guarded', {})]);
  await run(agent, 'go');
  assert.equal(answersIn(model.requests.at(-1)?.input).guarded, 'not here');
  assert.deepEqual([did, await outcomes(assize)], [[], []]);
});

testWithFrameworks('waits-for-a-human-where-it-is-told-to', async (_, { assize }) => {
  const { agentOf, calls, did, run } = await shop(assize, { waitMs: 60_000 });
  const running = run(agentOf([calls('pay', REFUND)]).agent, 'go');
  await assize.approvals.approve(await openApproval(assize));
  assert.equal((await running).interruptions.length, 0);
  assert.deepEqual(did, ['pay 40 for SO-31']);
});

testWithFrameworks(
  'a-run-that-is-cancelled-while-a-human-thinks-does-not-act',
  async (_, { assize, app }) => {
    const { agentOf, calls, did, run } = await shop(assize, { waitMs: 60_000 });
    const cancel = new AbortController();
    const running = run(agentOf([calls('pay', REFUND)]).agent, 'go', { signal: cancel.signal });
    const ended = assert.rejects(running);
    const approvalId = await openApproval(assize);
    cancel.abort();
    await assize.approvals.approve(approvalId);
    await ended;
    // A request cancelled while connecting would keep the service from closing for a minute.
    app.server.closeAllConnections();
    assert.deepEqual(did, []);
  },
);

testWithFrameworks('does-not-act-without-a-verdict', async (t, { clientWith }) => {
  const { url } = await scriptedService(t, 'cut');
  const { agentOf, calls, did, run } = await shop(clientWith({ url, maxRetries: 0 }));
  await assert.rejects(run(agentOf([calls('look', {})]).agent, 'go'));
  assert.deepEqual(did, []);
});
