/** A person corrects or rejects a call in Assize, which waits in the SDK. */
import assert from 'node:assert/strict';
import { openApproval, testWithFrameworks } from '../shared/trials.ts';
import { answersIn, REFUND, shop } from './shop.ts';

testWithFrameworks('runs-what-a-human-corrected-and-tells-the-model', async (_, { assize, clientWith }) => {
  const first = await shop(assize);
  const { agent } = first.agentOf([first.calls('pay', REFUND)]);
  const asked = await first.run(agent, 'go');
  await assize.approvals.approve(await openApproval(assize), { arguments: { ...REFUND, usd: 30 } });
  const later = await shop(clientWith({}));
  const resumed = later.agentOf();
  const state = await later.RunState.fromString(resumed.agent, asked.state.toString());
  for (const item of state.getInterruptions()) state.approve(item);
  await later.run(resumed.agent, state);
  assert.deepEqual([first.did, later.did], [[], ['pay 30 for SO-31']]);
  assert.equal(
    answersIn(resumed.model.requests.at(-1)?.input).pay,
    'A human changed the call before approving it: usd from 40 to 30.\n\npaid',
  );
});

testWithFrameworks('tells-the-model-what-a-human-said-as-they-rejected-it', async (_, { assize }) => {
  const { agentOf, calls, did, run } = await shop(assize);
  const { agent, model } = agentOf([calls('pay', REFUND)]);
  const asked = await run(agent, 'go');
  await assize.approvals.reject(await openApproval(assize), { comment: 'Ask Ann first.' });
  for (const interruption of asked.interruptions) asked.state.approve(interruption);
  await run(agent, asked.state);
  assert.deepEqual(did, []);
  assert.match(
    answersIn(model.requests.at(-1)?.input).pay ?? '',
    /A human rejected this call: "Ask Ann first\."/,
  );
});
