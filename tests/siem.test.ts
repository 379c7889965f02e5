/** Evidence in a SIEM: it arrives in order, over a connection that is checked, and what was sent can be proven. */
import assert from 'node:assert/strict';
import { CERTIFICATE, CERTIFICATE_KEY } from './support/browser/certificate.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import {
  ALLOWED,
  caughtUp,
  newSyslogSink,
  readSyslog,
  SINKS,
  sinkOf,
  verifiedRanges,
} from './support/siem/sinks.ts';
import { startSyslogServer } from './support/siem/syslog-server.ts';
import { until } from './support/until.ts';

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
