import assert from 'node:assert/strict';
import test from 'node:test';
import { httpGateway, postModern } from '../../../tests/support/gateway/http.ts';
import { AGENT, configurationFor, lineClient, wrappedServer } from '../../../tests/support/gateway/world.ts';
import { PRODUCTION_KEY } from '../../../tests/support/http/in-process.ts';
import { mandateService } from '../../../tests/support/http/opening-mandates.ts';

const TASK = 'Pay the bill of Zoë’s bakery, 10 % less';
const CALL = { name: 'note', arguments: {} };
const agentWith = (more: object) => [{ name: AGENT, key: PRODUCTION_KEY, ...more }];

test('opens-one-mandate-for-the-task-of-a-session-before-its-first-call', async (t) => {
  const service = await mandateService(t);
  const desk = wrappedServer(t);
  const agents = agentWith({ task: TASK, plan: true });
  const configuration = configurationFor(service.url, { servers: [desk.server], agents });
  for (const _ of [1, 2]) {
    const client = lineClient(t, configuration);
    await client.ask('tools/list');
    await Promise.all([client.call('note'), client.call('slow')]);
    await client.call('note');
    await client.end();
  }
  const wanted = { agent_id: AGENT, task: TASK, plan: true };
  assert.deepEqual(service.mandates, [wanted, wanted]);
  assert.deepEqual(
    service.evaluations.map(({ context }) => context.mandate_id),
    ['mdt_1', 'mdt_1', 'mdt_1', 'mdt_2', 'mdt_2', 'mdt_2'],
  );
});

for (const planned of [422, 500]) {
  test(`takes-the-words-of-a-task-and-says-so-once-where-a-plan-is-answered-with-${planned}`, async (t) => {
    const service = await mandateService(t, { planned });
    const desk = wrappedServer(t);
    const agents = agentWith({ plan: true });
    const client = lineClient(t, configurationFor(service.url, { servers: [desk.server], agents }));
    for (const task of [TASK, 'Read the mail']) await client.call('note', {}, { 'dev.assize/task': task });
    await client.end();
    assert.deepEqual(service.evaluations.map(({ context }) => context.mandate_id).length, 2);
    const byWords = service.mandates.filter(({ plan }) => plan === undefined);
    assert.deepEqual(
      byWords.map(({ task }) => task),
      [TASK, 'Read the mail'],
    );
    assert.match(
      client.log(),
      /^assize gateway: tasks of desk-agent have no plan, so their words count: [^\n]+\n$/,
    );
    assert.doesNotMatch(client.log(), /bakery|mail/);
    assert.deepEqual(desk.called()[0].params._meta, {});
  });
}

const encoded = encodeURIComponent(TASK);
const HEADERS: [header: string, task: string | undefined][] = [
  [encoded, TASK],
  [`UTF-8''${encoded}`, TASK],
  [`utf-8'en'${encoded}`, TASK],
  ['Read the mail', 'Read the mail'],
  ['10% less', undefined],
  ['%ff%fe', undefined],
  ['Zo\u00eb', undefined],
  ['a%00b', undefined],
  ['x'.repeat(8_001), undefined],
];

test('reads-a-task-in-a-header-and-refuses-one-that-it-can-not-read', async (t) => {
  const service = await mandateService(t);
  const desk = wrappedServer(t);
  const gateway = await httpGateway(t, configurationFor(service.url, { servers: [desk.server] }));
  for (const [header, task] of HEADERS) {
    const asked = service.mandates.length;
    const { text } = await postModern(`${gateway.url}/desk/mcp`, 'tools/call', CALL, {
      headers: { 'assize-task': header, 'assize-session': `s-${header.length}` },
    });
    const about = header.slice(0, 40);
    if (task === undefined) assert.match(text, /-32602.*percent-encode/, about);
    else assert.deepEqual(service.mandates.slice(asked), [{ agent_id: AGENT, task }], about);
  }
  assert.equal(desk.calls().length, 4);
  assert.equal(gateway.log(), '');
});

test('opens-no-mandate-where-one-is-named', async (t) => {
  const service = await mandateService(t);
  const desk = wrappedServer(t);
  const agents = agentWith({ task: TASK, mandate: 'mdt_own' });
  const client = lineClient(t, configurationFor(service.url, { servers: [desk.server], agents }));
  await client.call('note', {}, { 'dev.assize/task': 'Read the mail' });
  assert.deepEqual(service.mandates, []);
  assert.equal(service.evaluations[0].context.mandate_id, 'mdt_own');
});

test('runs-nothing-for-a-task-whose-mandate-can-not-be-opened', async (t) => {
  const service = await mandateService(t);
  const desk = wrappedServer(t);
  const agents = agentWith({ evidenceKey: 'ak_unknown', task: TASK });
  const closed = {
    ...configurationFor(service.url, { servers: [desk.server], agents }),
    url: 'http://127.0.0.1:9',
  };
  const client = lineClient(t, closed);
  assert.equal((await client.call('note')).result.isError, true);
  assert.deepEqual(desk.calls(), []);
  assert.doesNotMatch(client.log(), /bakery/);
});

test('no-two-clients-share-a-session-unless-the-agent-names-one', async (t) => {
  const service = await mandateService(t);
  const [desk, docs] = [wrappedServer(t), wrappedServer(t, 'docs')];
  const gateway = await httpGateway(
    t,
    configurationFor(service.url, { servers: [desk.server, docs.server] }),
  );
  const post = (server: string, headers = {}) =>
    postModern(`${gateway.url}/${server}/mcp`, 'tools/call', CALL, { headers });
  await post('desk');
  await post('desk');
  await post('desk', { 'assize-session': 'run-7' });
  await post('docs', { 'assize-session': 'run-7' });
  assert.match((await post('desk', { 'assize-session': 'r 7' })).text, /-32602/);
  const [first, second, ...named] = service.evaluations.map(({ context }) => context.session_id);
  assert.match(first, /^mcp-/);
  assert.match(second, /^mcp-/);
  assert.notEqual(first, second);
  assert.deepEqual(named, ['run-7', 'run-7']);
});
