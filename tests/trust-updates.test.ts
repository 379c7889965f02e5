/** Trust reaches verdicts, webhooks, the account and the operator, even if a node dies in between. */
import assert from 'node:assert/strict';
import { usedIn } from '@assize/service/usage/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { act, assertTrue, report, settled, TRUST_SCORES, trustOf } from './support/governance/trust.ts';
import { connect } from './support/http/client.ts';
import { type Answer, ask, evaluate, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';
import { spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';

testOnOneDatabase('judges-by-earned-trust', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const high = { risk_level: 'high', confidence_score: 0.9, has_approval: false };
  const autonomyOf = async () => {
    const { evaluations } = await act(app, 'agent', high);
    return evaluations.find(({ law_id }: { law_id: string }) => law_id === 'bounded_autonomy');
  };
  assert.match((await autonomyOf()).reason, /no trust is known/);
  await act(app, 'agent', { risk_level: 'medium' }, 'failure');
  await settled(service);
  // It is in the ledger a moment before this node forgets the old value.
  await until(async () => (await autonomyOf()).details.trust === 41.67);
  assert.deepEqual((await autonomyOf()).details, { required: 60, trust: 41.67 });
  const other = await startTestService(t, location);
  await act(app, 'agent', { risk_level: 'medium' }, 'failure');
  await until(async () => {
    const { body } = await evaluate(other.app, 'a', { action: 'a', context: high, agent_id: 'agent' });
    return body.evaluations.some(({ details }: Answer['body']) => details.trust === 35.71);
  });
});

testAsTenant('sends-an-event-when-trust-passes-a-whole-point', async ({ app, service }) => {
  for (let count = 0; count < 6; count += 1) await act(app, 'agent', {}, 'success');
  await settled(service);
  await until(async () => {
    const { body } = await ask(app, 'a', '/api/v1/events?after=0&types=trust.changed');
    const changes = body.items.map(({ data }: Answer['body']) => [data.agent_id, data.before, data.after]);
    return JSON.stringify(changes) === '[["agent",50,54.55],["agent",54.55,55]]';
  });
});

testOnEachDatabase('counts-a-question-and-an-update-and-loses-none', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_INIT_TIER: 'free' });
  const { body } = await evaluate(app, 'a', { action: 'a', context: {}, agent_id: 'agent' });
  await service.db.updateTable('usage_counters').set({ emissions: 4999 }).execute();
  assert.equal((await report(app, body.evidence_id, 'failure')).status, 201);
  await settled(service);
  assert.equal((await report(app, undefined, 'failure')).status, 429);
  assert.equal((await trustOf(app, 'agent')).score, 45.45);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const now = new Date(service.clock.now());
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const { evidence_emissions, trust_score_queries, core_api_calls } = await usedIn(service.db, chain, month);
  assert.deepEqual(
    { evidence_emissions, trust_score_queries, core_api_calls },
    { evidence_emissions: 5001, trust_score_queries: 1, core_api_calls: 0 },
  );
  await service.db.updateTable('usage_calls').set({ used: 100_000 }).execute();
  const { status, headers } = await ask(app, 'a', `${TRUST_SCORES}/agent`);
  assert.deepEqual(
    { status, xUsageType: headers['x-usage-type'] },
    { status: 429, xUsageType: 'trust_score_query' },
  );
});

testOnOneDatabase('shows-an-agent-to-the-operator', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await act(app, 'agent', { risk_level: 'high' }, 'failure');
  await settled(service);
  const shown = await assize(location, ['trust', 'show', 'agent']);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^agent {2}35\.71 of 100\n/);
  assert.match(shown.stdout, /failure +high +50\.00 +35\.71 +ev_[0-9a-f]{24}/);
  const json = await assize(location, ['trust', 'show', 'agent', '--json']);
  assert.deepEqual(
    { score: JSON.parse(json.stdout).score, historyCount: JSON.parse(json.stdout).history.length },
    { score: 35.71, historyCount: 1 },
  );
  const unknown = await assize(location, ['trust', 'show', 'unknown']);
  assert.match(unknown.stdout, /nothing is known/);
});

const RISKS = ['low', 'medium', 'high', 'critical'] as const;

testOnEachDatabase('takes-each-cause-up-once-on-two-nodes', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)];
  const { app, service } = nodes[0] as (typeof nodes)[0];
  const facts = 60;
  await Promise.all(
    Array.from({ length: facts }, async (_, place) => {
      const { app: one } = nodes[place % 2] ?? { app };
      const context = { risk_level: RISKS[place % 2], has_approval: true };
      await act(one, `agent-${place % 3}`, context, place % 5 === 0 ? 'failure' : 'success');
    }),
  );
  await settled(service);
  const updates = await service.db.selectFrom('trust_updates').select('cause_id').execute();
  assert.equal(updates.length, facts);
  await assertTrue(app);
});

testOnOneDatabase('takes-up-waiting-causes-after-kill-9', async (location, t) => {
  let promised = 0;
  for (let round = 0; round < 3; round += 1) {
    const service = await spawnService(location);
    t.after(() => service.stop('SIGKILL'));
    const client = connect(service.baseUrl);
    const one = async (place: number): Promise<void> => {
      const asked = { action: 'mail.send', context: {}, agent_id: `agent-${place % 2}` };
      const { body } = await client.ask('a', '/api/v1/core/governance/evaluate', { body: asked });
      const report = {
        action: 'mail.send',
        context: {},
        outcome: 'success',
        evaluation_id: body.evidence_id,
      };
      const reported = { ...report, executed_at: '2026-01-01T00:00:00Z' };
      const { status } = await client.ask('b', '/v1/evidence', { body: reported });
      if (status === 201) promised += 1;
    };
    const load = Array.from({ length: 60 }, (_, place) => one(place).catch(() => undefined));
    await Promise.race(load.slice(20));
    await service.stop('SIGKILL');
    await Promise.all(load);
    client.close();
  }
  const { app, service } = await startTestService(t, location);
  await settled(service);
  const updates = await service.db.selectFrom('trust_updates').select('cause_id').execute();
  const outcomes = await service.db.selectFrom('outcomes').select('evidence_id').execute();
  assert.deepEqual(
    updates.map(({ cause_id }) => cause_id).sort(),
    outcomes.map(({ evidence_id }) => evidence_id).sort(),
  );
  assert.ok(promised > 0 && updates.length >= promised);
  await assertTrue(app);
});
