import assert from 'node:assert/strict';
import { lineClient, testWithGateway, wrappedServer } from '../../tests/support/gateway/world.ts';

testWithGateway('calls-a-tool-that-may-proceed-and-reports-it', async (t, { configuration, outcomes }) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, configuration({ servers: [desk.server] }));
  const answer = await client.call('note', { to: 'ann', count: 2 });
  assert.deepEqual(answer.result, { content: [{ type: 'text', text: 'note done' }] });
  assert.deepEqual(desk.called()[0].params, { name: 'note', arguments: { to: 'ann', count: 2 } });
  await client.end();
  const [reported, ...more] = await outcomes();
  assert.equal(more.length, 0);
  assert.equal(reported.outcome, 'success');
  assert.equal(reported.agent_id, 'desk-agent');
  assert.equal(reported.action, 'desk.note');
});

testWithGateway(
  'answers-a-blocked-call-with-a-reason-and-lets-nothing-through',
  async (t, { configuration }) => {
    const desk = wrappedServer(t);
    const client = lineClient(t, configuration({ servers: [desk.server] }));
    const { result } = await client.call('wipe');
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /Safety Dominance/);
    assert.match(result._meta['dev.assize/evidence-id'], /^ev_/);
    await client.call('note');
    assert.deepEqual(desk.calls(), ['note']);
  },
);

testWithGateway('goes-on-with-the-same-call-once-it-is-approved', async (t, { configuration, human }) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, configuration({ servers: [desk.server] }));
  const { result } = await client.call('pay', { to: 'ann' });
  assert.equal(result.isError, true);
  const approvalId = result._meta['dev.assize/approval-id'];
  assert.match(approvalId, /^apr_/);
  assert.match(result.content[0].text, new RegExp(approvalId));
  // Still open: the same call opens no second approval.
  assert.equal((await client.call('pay', { to: 'ann' })).result._meta['dev.assize/approval-id'], approvalId);
  await human.approvals.approve(approvalId);
  assert.notEqual(
    (await client.call('pay', { to: 'eve' })).result._meta['dev.assize/approval-id'],
    approvalId,
  );
  assert.deepEqual(desk.calls(), []);
  assert.equal((await client.call('pay', { to: 'ann' })).result.content[0].text, 'pay done');
  // The approval was for one call, so the next one waits for its own.
  const next = (await client.call('pay', { to: 'ann' })).result;
  assert.equal(next.isError, true);
  assert.match(next._meta['dev.assize/approval-id'], /^apr_/);
  assert.notEqual(next._meta['dev.assize/approval-id'], approvalId);
  assert.deepEqual(desk.calls(), ['pay']);
});

testWithGateway('passes-what-a-server-answers-byte-by-byte', async (t, { configuration }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  await client.call('note', { badly: 'exact' });
  assert.match(
    client.text(),
    /\{"jsonrpc":"2\.0", "result":\{"structuredContent":\{"n":9007199254740993\}\}, "id"/,
  );
});
