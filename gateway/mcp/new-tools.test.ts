import assert from 'node:assert/strict';
import { tap } from '../../tests/support/gateway/tap.ts';
import { lineClient, testWithGateway, wrappedServer } from '../../tests/support/gateway/world.ts';

testWithGateway('holds-a-new-tool-until-it-is-reviewed', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], newTools: 'review' }));
  await client.ask('tools/list');
  const { result } = await client.call('note');
  assert.match(result.content[0].text, /review/);
  await world.acceptTools();
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
  // Changed, with a description that talks to the model: it waits again.
  await client.call('note', { badly: 'changesTools' });
  await client.ask('tools/list');
  for (const name of ['note', 'pay']) {
    assert.match((await client.call(name)).result.content[0].text, /has changed since a human accepted it/);
  }
  assert.deepEqual(desk.calls(), ['note', 'note']);
});

testWithGateway('holds-a-tool-that-was-not-listed-unless-it-was-reviewed-before', async (t, world) => {
  const desk = wrappedServer(t);
  const configuration = world.configuration({ servers: [desk.server], newTools: 'review' });
  const first = lineClient(t, configuration);
  assert.match((await first.call('note')).result.content[0].text, /not listed/);
  await first.ask('tools/list');
  const second = lineClient(t, configuration);
  assert.match((await second.call('note')).result.content[0].text, /is new/);
  await world.acceptTools();
  const third = lineClient(t, configuration);
  assert.equal((await third.call('note')).result.content[0].text, 'note done');
  assert.match((await third.call('hidden')).result.content[0].text, /not listed/);
  assert.deepEqual(desk.calls(), ['note']);
});

testWithGateway('holds-a-new-tool-also-where-the-service-was-away-when-it-was-listed', async (t, world) => {
  const service = await tap(t, world.url);
  const desk = wrappedServer(t);
  const more = { servers: [desk.server], newTools: 'review', url: service.url } as const;
  const client = lineClient(t, world.configuration({ ...more, onUnavailable: { allow: ['desk.note'] } }));
  let isAway = true;
  service.watch((step) => isAway && step.startsWith('other'));
  await client.ask('tools/list');
  assert.match((await client.call('slow')).result.content[0].text, /no verdict/);
  assert.match(client.log(), /were not imported/);
  // Named as what may run although the service is away.
  assert.equal((await client.call('note')).result.content[0].text, 'note done');
  isAway = false;
  assert.match((await client.call('slow')).result.content[0].text, /is new/);
  await world.acceptTools();
  assert.doesNotMatch((await client.call('slow')).result.content[0].text, /is new/);
  assert.deepEqual(desk.calls(), ['note']);
});

testWithGateway('holds-what-a-human-has-rejected-and-what-can-not-be-listed', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], newTools: 'review' }));
  await client.ask('tools/list');
  await client.call('note');
  const { items } = await world.human.tools.list({ server: 'desk' });
  const [slow] = items.filter(({ entry }) => entry.tool === 'slow');
  await world.human.tools.review({ reject: [slow?.tool_id ?? ''] });
  assert.match((await client.call('slow')).result.content[0].text, /rejected/);
  await client.ask('completion/complete', { listsPosing: true });
  await client.ask('tools/list');
  assert.match((await client.call('n\u043Ete')).result.content[0].text, /can not be listed/);
  assert.deepEqual(desk.calls(), []);
});
