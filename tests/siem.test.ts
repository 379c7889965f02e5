/** Evidence in a SIEM: it arrives in order, over a connection that is checked, and what was sent can be proven. */
import assert from 'node:assert/strict';
import { CERTIFICATE, CERTIFICATE_KEY } from './support/browser/certificate.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import {
  ALLOWED,
  caughtUp,
  newSink,
  newSyslogSink,
  readSyslog,
  SINKS,
  sinkOf,
  verifiedRanges,
} from './support/siem/sinks.ts';
import { startSyslogServer } from './support/siem/syslog-server.ts';
import { until } from './support/until.ts';
import { CONTACT, mailingService, startMailServer } from './support/webhooks/mail.ts';

const GRAVE = {
  action: 'database.drop',
  agent_id: 'agent-7',
  context: { risk_level: 'critical', is_irreversible: true },
};

testOnEachDatabase('sends-the-whole-chain-in-order-and-can-prove-it', async (location, t) => {
  const server = await startSyslogServer(t);
  const { app, service } = await startTestService(t, location, ALLOWED);
  await evaluate(app, 'b', GRAVE);
  const sinkId = await newSyslogSink(app, server.port, { detail: 'summary' }, { from: 'beginning' });
  await evaluate(app, 'b', { action: 'mail.read', agent_id: 'agent-8', context: { risk_level: 'low' } });
  await caughtUp(app, sinkId);
  const { chain: number } = await service.db.selectFrom('sinks').select('chain').executeTakeFirstOrThrow();
  const chain = await service.db
    .selectFrom('artifacts')
    .select('id')
    .where('chain', '=', number)
    .orderBy('position')
    .execute();
  const sent = server.received.map((message) => JSON.parse(readSyslog(message).text));
  assert.deepEqual(
    sent.filter(({ metadata }) => metadata.uid.startsWith('ev_')).map(({ metadata }) => metadata.uid),
    chain.map(({ id }) => id),
  );
  const block = sent.find(({ unmapped }) => unmapped.verdict === 'block');
  assert.equal(block.unmapped.agent_id, 'agent-7');
  assert.match(block.status_detail, /the action is irreversible/);
  const ranges = await verifiedRanges(app, sinkId);
  assert.deepEqual(
    ranges.map(({ result }) => result),
    ranges.map(() => 'same'),
  );
  assert.equal(
    ranges.reduce((sum, { messages }) => sum + messages, 0),
    server.received.length,
  );
  assert.deepEqual(server.faults, []);
});

testOnOneDatabase(
  'does-not-send-to-a-receiver-whose-certificate-is-for-another-name',
  async (location, t) => {
    const server = await startSyslogServer(t, { certificate: { cert: CERTIFICATE, key: CERTIFICATE_KEY } });
    const { app } = await startTestService(t, location, ALLOWED);
    const sinkId = await newSyslogSink(app, server.port, { authorities: CERTIFICATE });
    await evaluate(app, 'b', GRAVE);
    await until(async () => (await sinkOf(app, sinkId)).status === 'failing');
    assert.equal((await sinkOf(app, sinkId)).last_error, 'The certificate is for another name.');
    const { body: tested } = await ask(app, 'a', `${SINKS}/${sinkId}/test`, { body: {} });
    assert.deepEqual(tested, { works: false, message: 'The certificate is for another name.' });
    assert.deepEqual(server.received, []);
  },
);

testOnOneDatabase('mails-the-page-of-a-sink-whose-receiver-was-away-for-long', async (location, t) => {
  const server = await startMailServer(t);
  const { app, service, send } = await mailingService(t, location, server.url);
  const secrets = { url: 'https://siem.invalid/hidden' };
  const sinkId = await newSink(app, { kind: 'http', name: 'Collector', secrets });
  await until(async () => (await sinkOf(app, sinkId)).status === 'failing');
  const longAgo = { failing_since: service.clock.now() - 16 * 60_000, next_at: 0 };
  await service.db.updateTable('sinks').set(longAgo).where('sink_id', '=', sinkId).execute();
  await until(async () => (await ask(app, 'a', '/api/v1/notices')).body.items.length > 0);
  await send();
  const [mail, ...more] = server.received;
  assert.deepEqual([mail?.envelope.to, more.length], [[CONTACT], 0]);
  assert.equal(mail?.subject, 'SIEM not reached: Collector (default)');
  assert.ok(mail?.text?.includes(`\n    https://assize.example.org/sinks/${sinkId}\n`), mail?.text);
  assert.ok(!mail?.text?.includes('hidden'), 'an address may hold a token');
});
