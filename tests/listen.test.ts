/** `assize listen` shows events in the terminal soon after they happen, even across a restart, and can forward them. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { GRAVE } from './support/approvals/approvals.ts';
import { newDatabase, testOnEachDatabase, testOnOneDatabase, whyNot } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { PRODUCTION_KEY, SANDBOX_KEY, SURFACES } from './support/http/in-process.ts';
import { startProxy } from './support/nodes/proxy.ts';
import { assize } from './support/processes/command.ts';
import { listen } from './support/processes/listening.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';

const KEY = { ASSIZE_API_KEY: PRODUCTION_KEY };
const BLOCKED = {
  action: 'drop\u001b[2J\u009b1m\u202etable',
  agent_id: 'agent-7',
  context: { risk_level: 'critical', is_irreversible: true },
};
const LISTENING = /^Listening to /m;

testOnEachDatabase('shows-what-happens-from-the-database-and-from-the-service', async (location, t) => {
  const service = await spawnFor(t, location);
  const listeners = [
    listen(t, location, []),
    listen(t, null, ['--url', `${service.baseUrl}/`], KEY),
    listen(t, location, ['--json', '--types', 'approval.created, approval.resolved']),
    listen(t, location, ['--environment', 'sandbox']),
  ] as const;
  const [people, remote, program, sandbox] = listeners;
  for (const listening of listeners) await listening.untilNoted(LISTENING);
  const id = await escalate(service);
  const shown = (await people.untilLines(2)).join('\n');
  assert.match(
    shown,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}#\d +approval\.created +invoice\.pay by agent-7, high/m,
  );
  assert.ok(shown.includes(id) && shown.includes('evaluation.escalated'));
  assert.doesNotMatch(shown, /\p{Cc}(?<!\n)/u);
  assert.deepEqual(await remote.untilLines(2), shown.split('\n'));
  const event = JSON.parse((await program.untilLines(1))[0] ?? '');
  assert.deepEqual(
    { type: event.type, approval_id: event.data.approval_id, eventKeys: Object.keys(event) },
    { type: 'approval.created', approval_id: id, eventKeys: ['id', 'sequence', 'type', 'timestamp', 'data'] },
  );
  await ask(service, BLOCKED, SANDBOX_KEY);
  const [blocked] = await sandbox.untilLines(1);
  assert.match(blocked ?? '', /evaluation\.blocked +drop\\u001B\[2J\\u009B1m\\u202Etable by agent-7$/);
  assert.equal(people.lines().length, 2);
  assert.equal(program.lines().length, 1);
  for (const listening of listeners) assert.equal(await listening.end(), 0);
  assert.doesNotMatch(remote.notes(), new RegExp(PRODUCTION_KEY));
});

testOnOneDatabase('goes-on-where-it-was-when-the-service-comes-back', async (location, t) => {
  const first = await spawnFor(t, location);
  const direct = listen(t, location, ['--json']);
  const remote = listen(t, null, ['--json', '--url', first.baseUrl], KEY);
  for (const listening of [direct, remote]) await listening.untilNoted(LISTENING);
  await ask(first, BLOCKED);
  for (const listening of [direct, remote]) await listening.untilLines(1);
  assert.equal(await first.stop('SIGTERM'), 0);
  await remote.untilNoted(/^Lost http.*, trying again\. \(/m);
  // While it is down, another node does the work.
  const other = await spawnFor(t, location);
  await ask(other, BLOCKED);
  await spawnFor(t, location, { ASSIZE_PORT: new URL(first.baseUrl).port });
  await remote.untilNoted(/ is back\.$/m);
  await ask(other, BLOCKED);
  for (const listening of [direct, remote]) {
    const sequences = (await listening.untilLines(3)).map((line) => JSON.parse(line).sequence);
    assert.deepEqual(sequences, [1, 2, 3]);
    assert.equal(await listening.end(), 0);
  }
  assert.equal(remote.notes().match(/Lost/g)?.length, 1, remote.notes());
  // This includes earlier events.
  const all = listen(t, location, ['--json', '--from', '2']);
  assert.equal(JSON.parse((await all.untilLines(1))[0] ?? '').sequence, 2);
  const oldest = listen(t, null, ['--from', '0', '--json', '--url', other.baseUrl], KEY);
  assert.equal(JSON.parse((await oldest.untilLines(1))[0] ?? '').sequence, 1);
});

testOnOneDatabase(
  'forwards-events-as-webhooks-in-order-and-goes-on-without-a-receiver',
  async (location, t) => {
    const service = await spawnFor(t, location);
    const target = await startTarget(t);
    const listening = listen(t, location, ['--json', '--forward-to', `${target.url}/hooks?a=b`]);
    await listening.untilNoted(LISTENING);
    const secret = /signed with (whsec_\S+)/.exec(listening.notes())?.[1] ?? '';
    for (let number = 0; number < 5; number += 1) await ask(service, BLOCKED);
    const events = (await listening.untilLines(5)).map((line) => JSON.parse(line));
    assert.deepEqual(
      events.map(({ forwarded: { status, error } }) => ({ status, error })),
      events.map(() => ({ status: 204, error: null })),
    );
    const webhook = new Webhook(secret);
    target.received.forEach(({ url, headers, body }, place) => {
      const { id, type, timestamp, data } = events[place];
      assert.deepEqual(webhook.verify(body, headers), { type, timestamp, data });
      assert.deepEqual({ url, webhookId: headers['webhook-id'] }, { url: '/hooks?a=b', webhookId: id });
      assert.equal(headers['content-type'], 'application/json');
      assert.match(headers['user-agent'] ?? '', /^Assize-Webhooks\//);
      assert.throws(() => webhook.verify(body.replace('drop', 'make'), headers));
    });
    assert.equal(target.received.length, 5);
    target.answer = 500;
    await ask(service, BLOCKED);
    const failed = JSON.parse((await listening.untilLines(6))[5] ?? '');
    assert.deepEqual(
      { status: failed.forwarded.status, errorType: typeof failed.forwarded.error },
      { status: 500, errorType: 'string' },
    );
    await target.close();
    await ask(service, BLOCKED);
    const lost = JSON.parse((await listening.untilLines(7))[6] ?? '');
    assert.deepEqual(
      { status: lost.forwarded.status, errorType: typeof lost.forwarded.error },
      { status: null, errorType: 'string' },
    );
    assert.equal(target.received.length, 6);
    assert.equal(await listening.end(), 0);
  },
);

test('goes-on-where-it-was-when-the-database-comes-back', { skip: whyNot('postgres') }, async (t) => {
  const { location, remove } = await newDatabase('postgres');
  t.after(remove);
  assert.ok(location.kind === 'postgres');
  const proxy = await startProxy(location.url);
  t.after(() => proxy.close());
  const service = await spawnFor(t, location);
  const listening = listen(t, location, ['--json'], { ASSIZE_DATABASE_URL: proxy.url });
  await listening.untilNoted(LISTENING);
  proxy.silence();
  await ask(service, BLOCKED);
  await listening.untilNoted(/^Lost default\/production, trying again\. \(/m);
  proxy.restore();
  await listening.untilNoted(/^default\/production is back\.$/m);
  await ask(service, BLOCKED);
  const sequences = (await listening.untilLines(2)).map((line) => JSON.parse(line).sequence);
  assert.deepEqual(sequences, [1, 2]);
  assert.equal(listening.notes().match(/Lost/g)?.length, 1);
  assert.equal(await listening.end(), 0);
});

testOnOneDatabase('says-why-it-cannot-listen', async (location, t) => {
  assert.equal(location.kind, 'sqlite');
  const empty = await assize({ ...location, path: `${location.path}.none/assize.db` }, ['listen']);
  assert.deepEqual({ code: empty.code, stdout: empty.stdout }, { code: 1, stdout: '' });
  assert.match(empty.stderr, /^There is no Assize database in .* Only `assize serve` makes a new one\.\n$/);
  const service = await spawnFor(t, location);
  const url = ['--url', service.baseUrl];
  const unknown = { ASSIZE_API_KEY: `ak_${'0'.repeat(32)}` };
  const cases: [words: string[], variables: Record<string, string>, code: number, says: RegExp][] = [
    [['--tenant', 'unknown'], {}, 1, /^There is no tenant named unknown\.\n$/],
    [url, {}, 2, /--url needs an API key in the variable ASSIZE_API_KEY/],
    [url, { ASSIZE_API_KEY: 'two\nlines' }, 2, /needs an API key/],
    [url, unknown, 1, /answered 401: Missing or invalid API key\.\n$/],
    [['--url', `${service.baseUrl}/elsewhere`], KEY, 1, /answered 404: Not found\.\n$/],
    [['--url', 'http://127.0.0.1:1'], KEY, 1, /^http:\/\/127\.0\.0\.1:1 does not answer: /],
    [['--url', 'http://user:pass@localhost'], KEY, 2, /Expected the http/],
    [['--url', 'ftp://localhost'], KEY, 2, /Expected the http/],
    [[...url, '--tenant', 'acme'], KEY, 2, /cannot be used with/],
    [['--types', 'approval.made'], {}, 2, /The types are approval\.created/],
    [['--from', '-1'], {}, 2, /Expected a whole number/],
    [['--forward-to', 'localhost:3000'], {}, 2, /Expected an http/],
  ];
  for (const [words, variables, code, says] of cases) {
    const ended = await assize(location, ['listen', ...words], { ASSIZE_API_KEY: '', ...variables });
    assert.deepEqual(
      { code: ended.code, stdout: ended.stdout },
      { code, stdout: '' },
      `${words.join(' ')}: ${ended.stderr}`,
    );
    assert.match(ended.stderr, says);
    assert.doesNotMatch(ended.stderr, /ak_/);
  }
});

async function escalate(service: RunningService): Promise<string> {
  const { approval_id } = await ask(service, GRAVE);
  return approval_id;
}

async function ask({ baseUrl }: RunningService, body: object, key = PRODUCTION_KEY) {
  const client = connect(baseUrl);
  const answer = await client.ask('b', SURFACES.b.evaluate, { body, key });
  client.close();
  assert.equal(answer.status, 200);
  return answer.body;
}

interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function startTarget(t: TestContext) {
  const target = {
    url: '',
    received: [] as Received[],
    answer: 204,
    close: async (): Promise<void> => undefined,
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    target.received.push({
      url: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
    });
    response.writeHead(target.answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  target.close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  t.after(() => target.close());
  return target;
}
