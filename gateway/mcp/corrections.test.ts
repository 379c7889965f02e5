/** A human corrects a held call: the server gets the corrected one, and the client's model is told. */
import assert from 'node:assert/strict';
import { httpGateway, postModern } from '../../tests/support/gateway/http.ts';
import { realServer } from '../../tests/support/gateway/real-server.ts';
import {
  firstPending,
  lineClient,
  testWithGateway,
  type World,
  wrappedServer,
} from '../../tests/support/gateway/world.ts';

const REFUND = { to: 'ann', amount: 90 };
const CORRECTED = { to: 'ann', amount: 80 };
const NOTE = 'A human changed the call before approving it: amount from 90 to 80.';

const textsIn = ({ result }: { result: { content: { text: string }[] } }) =>
  result.content.map(({ text }) => text);

async function correct({ human }: World, id: string, given: Record<string, unknown> = CORRECTED) {
  await human.approvals.approve(id, { arguments: given });
}

testWithGateway('the-server-is-called-with-what-a-human-corrected', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], waitMs: 600_000 }));
  const paid = client.call('pay', REFUND);
  await correct(world, await firstPending(world));
  assert.deepEqual(textsIn(await paid), [NOTE, 'pay done']);
  assert.deepEqual(
    desk.called().map(({ params }) => params.arguments),
    [CORRECTED],
  );
  await client.end();
  const [outcome] = await world.outcomes();
  assert.equal(outcome.outcome, 'success');
});

testWithGateway('a-gateway-that-was-restarted-knows-the-correction', async (t, world) => {
  const desk = wrappedServer(t);
  const configuration = world.configuration({ servers: [desk.server] });
  const { result } = await lineClient(t, configuration).call('pay', REFUND);
  await correct(world, result._meta['dev.assize/approval-id']);
  const later = lineClient(t, configuration);
  assert.deepEqual(textsIn(await later.call('pay', REFUND)), [NOTE, 'pay done']);
  assert.deepEqual(
    desk.called().map(({ params }) => params.arguments),
    [CORRECTED],
  );
  // It is used up.
  assert.equal((await later.call('pay', REFUND)).result.isError, true);
});

testWithGateway('a-call-that-is-not-the-corrected-one-gets-no-correction', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  const id = (await client.call('pay', REFUND)).result._meta['dev.assize/approval-id'];
  await correct(world, id);
  const other = await client.call('pay', { ...REFUND, to: 'eve' }, { 'dev.assize/approval-id': id });
  assert.equal(other.result.isError, true);
  assert.deepEqual(desk.called(), []);
});

testWithGateway('a-call-that-goes-on-goes-on-with-its-correction', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const given = { badly: 'asksMore', amount: 90 };
  const params = { name: 'pay', arguments: given, _meta: modern };
  const { result } = await client.ask('tools/call', params);
  await correct(world, result._meta['dev.assize/approval-id'], { ...given, amount: 80 });
  assert.equal((await client.ask('tools/call', params)).result.resultType, 'input_required');
  await client.ask('tools/call', { ...params, requestState: 'more' });
  assert.deepEqual(
    desk.called().map((call) => call.params.arguments.amount),
    [80, 80],
  );
});

testWithGateway('the-result-of-a-task-says-what-was-changed', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  const given = { badly: 'task', amount: 90 };
  const { result } = await client.call('pay', given);
  await correct(world, result._meta['dev.assize/approval-id'], { ...given, amount: 80 });
  await client.call('pay', given);
  const ended = await client.ask('tasks/result', { taskId: 'task-1' });
  assert.deepEqual(textsIn(ended), [NOTE, 'the result']);
  await client.end();
  const [outcome] = await world.outcomes();
  assert.equal(outcome.outcome, 'success');
});

testWithGateway('the-model-can-act-on-what-a-human-said-as-they-rejected-it', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], waitMs: 600_000 }));
  const paid = client.call('pay', REFUND);
  await world.human.approvals.reject(await firstPending(world), { comment: 'Pay eve "instead".\nNow.' });
  const { result } = await paid;
  assert.equal(result.isError, true);
  assert.match(
    result.content[0].text,
    /^A human rejected this call: "Pay eve \\"instead\\"\.\\nNow\." It was not carried out\./,
  );
  assert.deepEqual(desk.called(), []);
});

testWithGateway('lets-the-client-make-a-corrected-call-whose-headers-repeat-arguments', async (t, world) => {
  const docs = await realServer(t, { sessions: false });
  const gateway = await httpGateway(t, world.configuration({ servers: [docs.server] }));
  const call = async (to: string) => {
    const params = { name: 'pay', arguments: { to } };
    const { text } = await postModern(`${gateway.url}/docs/mcp`, 'tools/call', params, {
      headers: { 'mcp-param-to': to },
    });
    return text;
  };
  const [approvalId = ''] = /apr_\w+/.exec(await call('ann')) ?? [];
  await correct(world, approvalId, { to: 'ben' });
  assert.match(await call('ann'), /with exactly these arguments: {\\"to\\":\\"ben\\"}/);
  assert.equal(docs.calls.length, 0);
  assert.match(await call('ben'), /pay done/);
});
