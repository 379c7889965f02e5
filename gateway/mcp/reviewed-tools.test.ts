import assert from 'node:assert/strict';
import { tap } from '../../tests/support/gateway/tap.ts';
import {
  type Body,
  lineClient,
  testWithGateway,
  type World,
  wrappedServer,
} from '../../tests/support/gateway/world.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';

const textOf = ({ result }: Body): string => result.content[0].text;

const reviewed = ({ configuration }: World, more: Parameters<World['configuration']>[0]) =>
  configuration({ newTools: 'review', toolsKey: PRODUCTION_KEY, ...more });

testWithGateway('holds-a-new-tool-until-it-is-reviewed', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, reviewed(world, { servers: [desk.server] }));
  await client.ask('tools/list');
  assert.match(textOf(await client.call('note')), /review/);
  await world.acceptTools();
  assert.equal(textOf(await client.call('note')), 'note done');
  // Its description now talks to the model, so it waits again.
  await client.call('note', { badly: 'changesTools' });
  await client.ask('tools/list');
  assert.match(textOf(await client.call('note')), /changed/);
  assert.match(textOf(await client.call('pay')), /changed/);
  assert.deepEqual(desk.calls(), ['note', 'note']);
});

testWithGateway('holds-what-a-client-calls-without-listing-it', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, reviewed(world, { servers: [desk.server] }));
  assert.match(textOf(await client.call('note')), /is new/);
  assert.match(textOf(await client.call('hidden')), /does not list/);
  await world.acceptTools();
  await client.call('note', { badly: 'changesTools' });
  // The server announced the change, and the client ignored it.
  assert.match(textOf(await client.call('note')), /changed/);
  assert.deepEqual(desk.calls(), ['note']);
  // The client does not see answers to the gateway's own questions.
  assert.equal(JSON.stringify(client.lines).includes('inputSchema'), false);
});

testWithGateway('imports-tools-that-are-allowed-also-where-a-client-lists-nothing', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server], toolsKey: PRODUCTION_KEY }));
  assert.equal(textOf(await client.call('note')), 'note done');
  const accepted = await world.human.tools.list({ status: 'accepted' });
  assert.ok(accepted.items.some(({ entry }) => entry.tool === 'note'));
});

testWithGateway('refuses-an-approved-tool-that-changed-though-the-client-lists-nothing', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, world.configuration({ servers: [desk.server] }));
  await client.ask('tools/list');
  const { result } = await client.call('pay', { to: 'ann' });
  await client.ask('completion/complete', { changesTools: true });
  await world.human.approvals.approve(result._meta['dev.assize/approval-id']);
  assert.equal((await client.call('pay', { to: 'ann' })).result.isError, true);
  assert.deepEqual(desk.calls(), []);
});

testWithGateway('holds-tools-that-could-not-be-imported-until-they-are', async (t, world) => {
  const desk = wrappedServer(t);
  const service = await tap(t, world.url);
  const client = lineClient(t, reviewed(world, { url: service.url, servers: [desk.server] }));
  await client.ask('tools/list');
  await client.call('note');
  await world.acceptTools();
  await client.call('note', { badly: 'changesTools' });
  service.refuse = (path) => (path.endsWith('/import') ? 503 : undefined);
  await client.ask('tools/list');
  assert.match(textOf(await client.call('note')), /no verdict/);
  service.refuse = () => undefined;
  assert.match(textOf(await client.call('note')), /changed/);
  assert.deepEqual(desk.calls(), ['note']);
});

testWithGateway('imports-the-others-where-one-can-not-be-taken', async (t, world) => {
  const desk = wrappedServer(t);
  const service = await tap(t, world.url);
  service.refuse = (path, body) => (path.endsWith('/import') && body.includes('wipe') ? 422 : undefined);
  const client = lineClient(t, reviewed(world, { url: service.url, servers: [desk.server] }));
  assert.match(textOf(await client.call('note')), /is new/);
  assert.match(textOf(await client.call('wipe')), /refused the definition/);
  await world.acceptTools();
  assert.equal(textOf(await client.call('note')), 'note done');
  assert.match(client.log(), /desk\.wipe was not imported/);
  assert.deepEqual(desk.calls(), ['note']);
});

testWithGateway('runs-a-tool-named-for-it-unreviewed-while-the-service-is-away', async (t, world) => {
  const desk = wrappedServer(t);
  const service = await tap(t, world.url);
  service.refuse = () => 503;
  const onUnavailable = { allow: ['desk.note'] };
  const client = lineClient(t, reviewed(world, { url: service.url, servers: [desk.server], onUnavailable }));
  await client.ask('tools/list');
  assert.equal(textOf(await client.call('note')), 'note done');
  assert.match(textOf(await client.call('slow')), /no verdict/);
  assert.deepEqual(desk.calls(), ['note']);
});

testWithGateway('holds-what-a-human-has-rejected-and-what-can-not-be-listed', async (t, world) => {
  const desk = wrappedServer(t);
  const client = lineClient(t, reviewed(world, { servers: [desk.server] }));
  await client.call('note');
  const { items } = await world.human.tools.list({ server: 'desk' });
  const [slow] = items.filter(({ entry }) => entry.tool === 'slow');
  await world.human.tools.review({ reject: [slow?.tool_id ?? ''] });
  assert.match(textOf(await client.call('slow')), /rejected/);
  await client.ask('completion/complete', { listsPosing: true });
  await client.ask('tools/list');
  assert.match(textOf(await client.call('n\u043Ete')), /refused the definition/);
  assert.deepEqual(desk.calls(), []);
});

testWithGateway('holds-within-seconds-what-a-human-removes-from-the-catalogue', async (t, world) => {
  const desk = wrappedServer(t);
  let now = 1_000;
  const client = lineClient(t, reviewed(world, { servers: [desk.server] }), { elapsedMs: () => now });
  await client.call('note');
  await world.acceptTools();
  assert.equal(textOf(await client.call('note')), 'note done');
  const { items } = await world.human.tools.list({ server: 'desk' });
  const [note] = items.filter(({ entry }) => entry.tool === 'note');
  await world.human.tools.remove(note?.tool_id ?? '');
  now += 11_000;
  assert.match(textOf(await client.call('note')), /has removed/);
  assert.deepEqual(desk.calls(), ['note']);
});
