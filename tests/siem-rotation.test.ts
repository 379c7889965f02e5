/** A receiver gets a new secret or a new certificate, or is away for too long: nothing is lost that the sink allows. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, assertTrue, evaluate, startTestService } from './support/http/in-process.ts';
import { OTHER_CERTIFICATE, OTHER_KEY } from './support/siem/certificate.ts';
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
const HOUR_MS = 3_600_000;

async function change(app: FastifyInstance, sinkId: string, body: object): Promise<void> {
  const answer = await ask(app, 'a', `${SINKS}/${sinkId}`, { method: 'PATCH', body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

async function requireProven(app: FastifyInstance, sinkId: string): Promise<void> {
  for (const { result } of await verifiedRanges(app, sinkId)) assert.equal(result, 'same');
}

testOnEachDatabase('goes-on-with-a-new-token-where-the-old-one-is-refused', async (location, t) => {
  const receiver = await startReceiver(t);
  const taken: { token: string; message: string }[] = [];
  let valid = 'first';
  receiver.answer(({ body, headers }) => {
    const token = String(headers.authorization);
    if (token !== valid) return { status: 401 };
    for (const one of JSON.parse(body)) taken.push({ token, message: JSON.stringify(one) });
    return {};
  });
  const { app } = await startTestService(t, location, ALLOWED);
  const url = receiver.url('/collector');
  const sinkId = await newSink(app, { kind: 'http', name: 'HEC', secrets: { url, token: valid } });
  const { position } = await sinkOf(app, sinkId);
  await evaluate(app, 'b', EASY);
  await caughtUp(app, sinkId);
  valid = 'second';
  await evaluate(app, 'b', EASY);
  await until(async () => (await sinkOf(app, sinkId)).status === 'failing');
  await change(app, sinkId, { secrets: { url, token: valid } });
  await caughtUp(app, sinkId);
  assert.equal((await sinkOf(app, sinkId)).status, 'sending');
  requireNoHole(indexesIn(taken.map(({ message }) => message)), position);
  assert.deepEqual([...new Set(taken.map(({ token }) => token))], ['first', 'second']);
  const told = JSON.stringify((await ask(app, 'a', `${SINKS}/${sinkId}`)).body);
  assert.doesNotMatch(told, /second|"first/);
  await requireProven(app, sinkId);
  await assertTrue(app);
});

testOnEachDatabase('sends-to-a-new-certificate-only-once-it-is-trusted', async (location, t) => {
  const server = await startSyslogServer(t);
  const { app } = await startTestService(t, location, ALLOWED);
  const sinkId = await newSyslogSink(app, server.port);
  const { position } = await sinkOf(app, sinkId);
  await evaluate(app, 'b', EASY);
  await caughtUp(app, sinkId);
  await server.leave();
  await server.comeBack({ cert: OTHER_CERTIFICATE, key: OTHER_KEY });
  const before = server.received.length;
  await evaluate(app, 'b', EASY);
  await until(async () => (await sinkOf(app, sinkId)).status === 'failing');
  assert.match((await sinkOf(app, sinkId)).last_error, /certificate/);
  assert.equal(server.received.length, before, 'nothing is sent to a stranger');
  const { options } = await sinkOf(app, sinkId);
  await change(app, sinkId, { options: { ...options, authorities: OTHER_CERTIFICATE } });
  await caughtUp(app, sinkId);
  requireNoHole(indexesIn(server.received.map((message) => readSyslog(message).text)), position);
  await requireProven(app, sinkId);
  await assertTrue(app);
});

testOnEachDatabase('tells-of-what-waited-for-longer-than-the-sink-allows', async (location, t) => {
  const server = await startSyslogServer(t);
  const first = await startTestService(t, location, ALLOWED);
  const sinkId = await newSyslogSink(first.app, server.port, { max_hours: 1 });
  await caughtUp(first.app, sinkId);
  await server.leave();
  for (let count = 0; count < 3; count += 1) await evaluate(first.app, 'b', EASY);
  await until(async () => (await sinkOf(first.app, sinkId)).status === 'failing');
  const { position, behind } = await sinkOf(first.app, sinkId);
  await first.app.close();
  await first.service.close();
  const later = { ...ALLOWED, ASSIZE_TEST_CLOCK_OFFSET_MS: String(2 * HOUR_MS) };
  const { app } = await startTestService(t, location, later);
  await evaluate(app, 'b', EASY);
  await server.comeBack();
  await change(app, sinkId, { name: 'Back' });
  await caughtUp(app, sinkId);
  const texts = server.received.map((message) => readSyslog(message).text);
  const gap = texts
    .map((text) => JSON.parse(text))
    .find(({ metadata, unmapped }) => metadata.event_code === 'sink.gap' && unmapped.stream === 'evidence');
  const last = position + behind - 1;
  assert.deepEqual([gap?.unmapped.first, gap?.unmapped.last], [String(position), String(last)]);
  requireNoHole(
    indexesIn(texts).filter((index) => index >= position),
    last + 1,
  );
  await requireProven(app, sinkId);
  await assertTrue(app);
});
