import assert from 'node:assert/strict';
import {
  firstPending,
  lineClient,
  testWithGateway,
  wrappedServer,
} from '../../tests/support/gateway/world.ts';

const WAITS = { waitMs: 600_000 };

testWithGateway('asks-anew-for-the-same-call-once-its-approval-is-used', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  for (const calls of [1, 2]) {
    const paid = client.call('pay', { to: 'ann' });
    await world.human.approvals.approve(await firstPending(world));
    assert.equal((await paid).result.content[0].text, 'pay done');
    assert.equal(desk.calls().length, calls);
  }
});

testWithGateway('takes-no-answer-of-a-server-to-a-call-that-it-was-not-given', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  const paid = client.ask('tools/call', { name: 'pay', arguments: { to: 'ann' } }, 'never-asked');
  const approvalId = await firstPending(world);
  await client.call('note', { badly: 'toNothing' });
  assert.equal(
    client.lines.some(({ id }) => id === 'never-asked'),
    false,
  );
  await world.human.approvals.approve(approvalId);
  assert.equal((await paid).result.content[0].text, 'pay done');
});

testWithGateway('leaves-an-approval-unused-where-the-server-died-meanwhile', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], ...WAITS }));
  const paid = client.call('pay', { to: 'ann' });
  const approvalId = await firstPending(world);
  await client.call('note', { badly: 'dies' });
  assert.equal((await paid).error.code, -32603);
  await world.human.approvals.approve(approvalId);
  await client.ended;
  assert.equal((await world.approvals('approved')).length, 1);
  assert.deepEqual(desk.calls(), ['note']);
});
