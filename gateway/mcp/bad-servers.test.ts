import assert from 'node:assert/strict';
import { lineClient, testWithGateway, wrappedServer } from '../../tests/support/gateway/world.ts';

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

testWithGateway('outlives-malformed-messages-of-a-server', async (t, { configuration }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  const { result } = await client.call('note', { badly: 'malformed' });
  assert.equal(result.content[0].text, 'after all');
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
  assert.equal(client.lines.length, 2);
});

testWithGateway('makes-an-error-of-a-result-with-an-error', async (t, { configuration, outcomes }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  const { error } = await client.call('note', { badly: 'both' });
  assert.deepEqual(
    [error.code, error.message],
    [-32603, 'The server answered with a result and an error at once.'],
  );
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
  await client.end();
  assert.deepEqual((await outcomes()).map(({ outcome }) => outcome).sort(), ['failure', 'success']);
});

testWithGateway('makes-an-error-of-what-is-no-answer', async (t, { configuration, outcomes }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  for (const badly of ['nothing', 'null', 'text', 'textError', 'otherVersion']) {
    const { error } = await client.call('note', { badly });
    assert.deepEqual(error, {
      code: -32603,
      message: 'The server answered in a form that JSON-RPC does not know.',
    });
  }
  await client.end();
  assert.deepEqual(new Set((await outcomes()).map(({ outcome }) => outcome)), new Set(['failure']));
});

testWithGateway('gives-one-answer-where-a-server-gives-two', async (t, { configuration, outcomes }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  assert.equal((await client.call('note', { badly: 'twice' })).result.content[0].text, 'first');
  await client.call('note');
  assert.equal(client.lines.length, 2);
  await client.end();
  assert.equal((await outcomes()).length, 2);
});

testWithGateway('drops-answers-to-nothing', async (t, { configuration }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  assert.equal((await client.call('note', { badly: 'toNothing' })).result.content[0].text, 'to the call');
  await client.call('note');
  assert.equal(client.lines.length, 2);
});

testWithGateway('passes-a-result-of-10-MB', async (t, { configuration }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  const { result } = await client.call('note', { badly: 'large' });
  assert.equal(result.content[0].text.length, 10 * 1024 * 1024);
});

testWithGateway('passes-no-result-beyond-the-setting-and-goes-on', async (t, { configuration }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  assert.match((await client.call('note', { badly: 'tooLarge' })).error.message, /more than 16777216 bytes/);
  const small = lineClient(
    t,
    configuration({ servers: [wrappedServer(t).server], maxAnswerBytes: 1024 * 1024 }),
  );
  assert.match((await small.call('note', { badly: 'large' })).error.message, /maxAnswerMB/);
  for (const each of [client, small])
    assert.equal((await each.call('note')).result.content[0].text, 'note done');
});

testWithGateway('outlives-an-answer-that-is-nested-too-deeply', async (t, { configuration }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  assert.equal((await client.ask('tools/list', { isDeep: true })).error.code, -32603);
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
});

testWithGateway('ends-a-server-whose-message-never-ends', async (t, { configuration, outcomes }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  const { error } = await client.call('note', { badly: 'endless' });
  assert.equal(error.code, -32603);
  await client.ended;
  assert.equal((await outcomes())[0].outcome, 'failure');
});

testWithGateway('refuses-what-a-server-asks-beyond-the-protocol', async (t, { configuration }) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, configuration({ servers: [desk.server] }));
  assert.equal((await client.call('note', { badly: 'unknownRequest' })).result.content[0].text, 'asked');
  await client.call('note');
  const refused = desk.received().find(({ id }) => id === 'evil-1');
  assert.equal(refused.error.code, -32601);
  assert.equal(client.lines.length, 2);
});

testWithGateway('passes-questions-of-a-server-and-one-answer-to-each', async (t, { configuration }) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, configuration({ servers: [desk.server] }));
  await client.ask('initialize', { ...INITIALIZE, capabilities: { elicitation: {} } });
  const called = client.call('note', { badly: 'elicits' });
  const { id } = await client.seen(({ method }) => method === 'elicitation/create');
  const answer = { jsonrpc: '2.0', id, result: { action: 'accept', content: {} } };
  client.write(answer);
  client.write(answer);
  assert.equal((await called).result.content[0].text, 'elicited');
  await client.call('note');
  assert.equal(desk.received().filter((message) => message.id === id).length, 1);
});

testWithGateway('answers-what-waits-when-a-server-dies', async (t, { configuration, outcomes }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  const silent = client.call('note', { badly: 'silent' });
  const { error } = await client.call('note', { badly: 'dies' });
  assert.equal(error.code, -32603);
  assert.equal((await silent).error.code, -32603);
  await client.ended;
  assert.deepEqual(
    (await outcomes()).map(({ outcome }) => outcome),
    ['failure', 'failure'],
  );
});

testWithGateway('answers-where-a-server-can-not-be-started', async (t, { configuration }) => {
  const server = { ...wrappedServer(t).server, command: '/nowhere/at-all' };
  const client = lineClient(t, configuration({ servers: [server] }));
  assert.equal((await client.call('note')).error.code, -32603);
  await client.ended;
});

testWithGateway('reports-a-tool-that-fails', async (t, { configuration, outcomes }) => {
  const client = lineClient(t, configuration({ servers: [wrappedServer(t).server] }));
  assert.equal((await client.call('fail')).result.isError, true);
  await client.end();
  const [{ outcome, context }] = await outcomes();
  assert.equal(outcome, 'failure');
  assert.equal(typeof context.duration_ms, 'number');
});

testWithGateway('gives-a-server-the-named-environment-alone', async (t, { configuration }) => {
  process.env.ASSIZE_TEST_UNNAMED = 'must not be seen';
  t.after(() => delete process.env.ASSIZE_TEST_UNNAMED);
  const desk = wrappedServer(t, 'desk', { SECRET_TOKEN: 'hunter2-of-desk' });
  const client = lineClient(t, configuration({ servers: [{ ...desk.server, cwd: '/' }] }));
  const { result } = await client.call('note', { badly: 'secrets' });
  const { environment, cwd } = JSON.parse(result.content[0].text);
  const names = Object.keys(environment).filter((name) => !name.startsWith('__'));
  assert.deepEqual(names.sort(), ['HOME', 'LOG_FILE', 'PATH', 'SECRET_TOKEN']);
  assert.equal(cwd, '/');
  await client.end();
  assert.match(client.log(), /the token is \[secret\]/);
  assert.doesNotMatch(client.log(), /hunter2/);
});

testWithGateway('tells-tools-of-one-name-in-two-servers-apart', async (t, { configuration, outcomes }) => {
  const [desk, bank] = [wrappedServer(t, 'desk'), wrappedServer(t, 'bank')];
  const tools = { deny: ['bank.note'] };
  const first = lineClient(t, configuration({ servers: [desk.server], tools }));
  const second = lineClient(t, configuration({ servers: [bank.server], tools }));
  assert.equal((await first.call('note')).result.isError, undefined);
  assert.equal((await second.call('note')).result.isError, true);
  const listed = await second.ask('tools/list');
  assert.equal(
    listed.result.tools.some(({ name }: { name: string }) => name === 'note'),
    false,
  );
  assert.equal(listed.result.nextCursor, 'more');
  await first.end();
  assert.deepEqual(
    (await outcomes()).map(({ action }) => action),
    ['desk.note'],
  );
  assert.deepEqual([desk.calls(), bank.calls()], [['note'], []]);
});
