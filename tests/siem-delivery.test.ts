/** A receiver that is away, slow or breaks off: nothing is lost, and what is skipped is said. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { ask, assertTrue, evaluate, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import {
  ALLOWED,
  caughtUp,
  indexesIn,
  newSink,
  newSyslogSink,
  readSyslog,
  requireNoHole,
  SINKS,
  sinkOf,
  verifiedRanges,
} from './support/siem/sinks.ts';
import { startSyslogServer } from './support/siem/syslog-server.ts';
import { until } from './support/until.ts';
import { startReceiver } from './support/webhooks/receiver.ts';

const EASY = { action: 'mail.read', agent_id: 'agent-8', context: { risk_level: 'low' } };

async function evaluations(app: FastifyInstance, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await evaluate(app, 'b', EASY);
}

testOnEachDatabase('goes-on-where-it-was-after-a-receiver-was-away', async (location, t) => {
  const server = await startSyslogServer(t);
  const { app } = await startTestService(t, location, ALLOWED);
  const sinkId = await newSyslogSink(app, server.port);
  const { position } = await sinkOf(app, sinkId);
  await caughtUp(app, sinkId);
  await server.leave();
  await evaluations(app, 5);
  await until(async () => (await sinkOf(app, sinkId)).status === 'failing');
  assert.equal((await sinkOf(app, sinkId)).last_error, 'The connection was refused.');
  server.behave('reads slowly');
  await server.comeBack();
  // A change makes it try at once, as an operator would.
  await ask(app, 'a', `${SINKS}/${sinkId}`, { method: 'PATCH', body: { name: 'Again' } });
  await caughtUp(app, sinkId);
  const texts = server.received.map((message) => readSyslog(message).text);
  requireNoHole(indexesIn(texts), position);
  const again = Map.groupBy(server.received, (message) => JSON.parse(readSyslog(message).text).metadata.uid);
  for (const messages of again.values()) assert.equal(new Set(messages).size, 1);
  assert.deepEqual(server.faults, []);
  for (const { result } of await verifiedRanges(app, sinkId)) assert.equal(result, 'same');
  await assertTrue(app);
});

testOnEachDatabase('tells-of-a-gap-where-more-waits-than-the-sink-allows', async (location, t) => {
  const server = await startSyslogServer(t);
  const { app, service } = await startTestService(t, location, ALLOWED);
  const sinkId = await newSyslogSink(app, server.port, { max_waiting: 100 });
  await caughtUp(app, sinkId);
  await ask(app, 'a', `${SINKS}/${sinkId}/pause`, { body: {} });
  await evaluations(app, 130);
  const { position, behind } = await sinkOf(app, sinkId);
  await ask(app, 'a', `${SINKS}/${sinkId}/resume`, { body: {} });
  await caughtUp(app, sinkId);
  // The record of the resumption came after.
  const skipped = behind + 1 - 100;
  const texts = server.received.map((message) => JSON.parse(readSyslog(message).text));
  // Records that come while it catches up can make it skip some more.
  const gaps = texts.flatMap(({ metadata, unmapped: { stream, first, last } }) =>
    metadata.event_code === 'sink.gap' && stream === 'evidence' ? [[Number(first), Number(last)]] : [],
  );
  let end = position;
  for (const [first, last = 0] of gaps) {
    assert.equal(first, end);
    end = last + 1;
  }
  assert.ok(end >= position + skipped, `${gaps}`);
  const after = indexesIn(server.received.map((message) => readSyslog(message).text)).filter(
    (index) => index >= position,
  );
  requireNoHole(after, end);
  const search = { body: { artifact_type: 'governance_change', action: 'sink.gap' } };
  const recorded = async () => (await ask(app, 'a', '/api/v1/evidence/search', search)).body.items;
  await until(async () => (await recorded()).length === gaps.length);
  const event = service.db.selectFrom('events').selectAll().where('type', '=', 'sink.failed');
  const { data } = await event.executeTakeFirstOrThrow();
  assert.deepEqual([JSON.parse(data).problem, JSON.parse(data).first], ['gap', position]);
  for (const { result } of await verifiedRanges(app, sinkId)) assert.equal(result, 'same');
  await assertTrue(app);
});

testOnOneDatabase(
  'says-that-a-range-can-not-be-compared-once-a-payload-was-redacted',
  async (location, t) => {
    const server = await startSyslogServer(t);
    const { app } = await startTestService(t, location, ALLOWED);
    const sinkId = await newSyslogSink(app, server.port, { detail: 'summary' });
    const { body: evaluated } = await evaluate(app, 'b', EASY);
    await caughtUp(app, sinkId);
    const results = async () => (await verifiedRanges(app, sinkId)).map(({ result }) => result);
    assert.deepEqual(await results(), ['same']);
    await redactWhole(app, evaluated.evidence_id);
    await until(async () => (await results())[0] === 'removed');
  },
);

testOnOneDatabase('posts-to-an-https-collector-and-counts-only-what-it-took', async (location, t) => {
  const receiver = await startReceiver(t);
  receiver.answer(({ headers }) => ({ status: headers.authorization === 'Splunk t0ken' ? 200 : 401 }));
  const { app, service } = await startTestService(t, location, ALLOWED);
  const secrets = { url: receiver.url('/collector'), token: 'Splunk t0ken' };
  const sinkId = await newSink(app, { kind: 'http', name: 'HEC', secrets });
  const { position } = await sinkOf(app, sinkId);
  await evaluations(app, 3);
  await caughtUp(app, sinkId);
  const sent = receiver.received.flatMap(({ body }) =>
    JSON.parse(body).map((one: unknown) => JSON.stringify(one)),
  );
  requireNoHole(indexesIn(sent), position);
  for (const { result } of await verifiedRanges(app, sinkId)) assert.equal(result, 'same');
  const told = [
    (await ask(app, 'a', SINKS)).body,
    await service.db.selectFrom('sinks').select(['options', 'last_error']).execute(),
  ];
  const payloads = await service.db.selectFrom('artifact_payloads').select('payload').execute();
  told.push(payloads.map(({ payload }) => Buffer.from(payload).toString()));
  assert.ok(!JSON.stringify(told).includes('t0ken'), 'a secret was shown');
});

testOnOneDatabase('writes-lines-where-the-operator-allows-it-and-follows-no-link', async (location, t) => {
  const folder = temporary(t);
  const { app } = await startTestService(t, location, { ...ALLOWED, ASSIZE_SIEM_FILES_DIR: folder });
  const sinkId = await newSink(app, { kind: 'file', name: 'Lines' });
  const file = path.join(folder, `${sinkId}.jsonl`);
  const { position } = await sinkOf(app, sinkId);
  await caughtUp(app, sinkId);
  // As a crash leaves it.
  const cut = '{"class_uid":60';
  await ask(app, 'a', `${SINKS}/${sinkId}/pause`, { body: {} });
  writeFileSync(file, readFileSync(file, 'utf8') + cut);
  await ask(app, 'a', `${SINKS}/${sinkId}/resume`, { body: {} });
  await caughtUp(app, sinkId);
  const lines = readFileSync(file, 'utf8').split('\n');
  assert.equal(lines.pop(), '');
  requireNoHole(indexesIn(lines.filter((line) => line !== cut)), position);
  assert.ok(lines.includes(cut));
  const elsewhere = path.join(folder, 'elsewhere');
  rmSync(file);
  symlinkSync(elsewhere, file);
  await evaluations(app, 1);
  await until(async () => (await sinkOf(app, sinkId)).status === 'failing');
  assert.equal((await sinkOf(app, sinkId)).last_error, 'There is a link where the file should be.');
  assert.ok(!existsSync(elsewhere));
});

testOnOneDatabase('refuses-receivers-that-the-operator-has-not-allowed', async (location, t) => {
  const { app } = await startTestService(t, location, {});
  const refused = async (body: object, field: string, key?: string) => {
    const call = key === undefined ? { body } : { body, key };
    const { status, body: answer } = await ask(app, 'a', SINKS, call);
    assert.equal(status, 422, JSON.stringify(answer));
    assert.match(JSON.stringify(answer), new RegExp(field));
  };
  const syslog = (options: object) => ({ kind: 'syslog', name: 'x', options });
  await refused(syslog({ host: '127.0.0.1' }), 'private address');
  await refused(syslog({ host: '169.254.169.254' }), 'private address');
  for (const key of [undefined, SANDBOX_KEY])
    await refused(syslog({ host: 'siem.example.com', tls: false }), 'Without TLS', key);
  await refused(syslog({ host: 'siem.example.com\n' }), 'not a host name');
  await refused(syslog({ host: 'siem.example.com', port: 0 }), 'from 1 to 65535');
  await refused(syslog({ host: 'siem.example.com', authorities: 'nonsense' }), 'PEM');
  await refused(syslog({ host: 'siem.example.com', more: 1 }), 'not permitted');
  await refused({ kind: 'file', name: 'x' }, 'ASSIZE_SIEM_FILES_DIR');
  await refused({ kind: 'http', name: 'x', secrets: { url: 'http://siem.example.com' } }, 'https');
  await refused({ kind: 'http', name: 'x', options: { format: 'cef' } }, 'one of ocsf');
  await refused(
    { kind: 'http', name: 'x', secrets: { url: 'https://siem.example.com', token: 'a\r\nb: c' } },
    'one line',
  );
});

function temporary(t: TestContext): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'assize-siem-'));
  t.after(() => rmSync(parent, { recursive: true }));
  const folder = path.join(parent, 'files');
  mkdirSync(folder);
  return folder;
}
