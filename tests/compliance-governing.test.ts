/** A compliance check finds the governance that a tenant has set. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { checked, findingOf, resultsOf, wellKeyed } from './support/compliance/compliance.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { act, inForce, LARGE } from './support/governance/policies.ts';
import { change } from './support/governance/settings.ts';
import { ask, evaluate, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const PLAIN = { action: 'email.send', context: {} };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HALTS = '/api/v1/core/halts';

testOnEachDatabase('finds-each-setting-and-its-author', async (location, t) => {
  const { app, service, move: pass } = await serviceWithClock(t, location);
  await evaluate(app, 'b', PLAIN);
  await evaluate(app, 'b', PLAIN, { key: SANDBOX_KEY });
  const SET = [
    'policies_active',
    'catalogue_kept',
    'thresholds_set',
    'quorum_for_critical',
    'duties_separated',
  ];
  const before = resultsOf(await checked(app, { framework: 'soc2' }));
  assert.deepEqual(
    SET.map((id) => before[id]),
    ['not_met', 'not_met', 'partial', 'not_met', 'not_met'],
  );
  await inForce(app, 'payments', [LARGE]);
  await change(app, (settings) => ({
    attestation: 'verified',
    catalogue: [{ action: 'payment.*', risk_level: 'high' }],
    approvals: { ...settings.approvals, required: { ...settings.approvals.required, critical: 2 } },
  }));
  const budget = { name: 'all', period: 'day', limit_usd: 100 };
  assert.equal((await ask(app, 'a', '/api/v1/budgets', { body: budget })).status, 200);
  const halt = await ask(app, 'a', HALTS, { body: { agent_id: 'agent-7', reason: 'A drill.' } });
  assert.equal(halt.status, 200);
  await ask(app, 'a', `${HALTS}/${halt.body.halt_id}?reason=It%20was%20a%20drill`, { method: 'DELETE' });

  pass(1);
  const from_date = new Date(service.clock.now()).toISOString();
  await evaluate(app, 'b', PLAIN);
  pass(1);
  const whole = resultsOf(await checked(app, { framework: 'soc2' }));
  assert.deepEqual(
    SET.map((id) => whole[id]),
    SET.map(() => 'partial'),
    'for part of the period',
  );
  const since = resultsOf(await checked(app, { framework: 'soc2', from_date }));
  assert.deepEqual(
    SET.map((id) => since[id]),
    SET.map(() => 'met'),
  );
  const answered = await checked(app, { framework: 'soc2' });
  const halted = findingOf(answered, 'halts_exercised');
  assert.equal(halted.result, 'met');
  assert.deepEqual(halted.counts, { halts: 1, lifts: 1 });
  const { claims_verified: claims, budgets_set: budgets } = resultsOf(
    await checked(app, { framework: 'owasp_agentic', from_date }),
  );
  assert.deepEqual({ claims, budgets }, { claims: 'met', budgets: 'met' });
  const changes = findingOf(answered, 'changes_recorded');
  assert.equal(changes.result, 'met');
  assert.equal(changes.counts.in_force, 2);
  assert.equal(changes.counts.without_record, 0);

  const elsewhere = resultsOf(await checked(app, { framework: 'soc2' }, { key: SANDBOX_KEY }));
  assert.equal(elsewhere.policies_active, 'not_met', 'another environment has its own governance');
  assert.equal(elsewhere.halts_exercised, 'not_assessed');
  await missesARecord(app, service);
});

async function missesARecord(app: FastifyInstance, { db }: Service): Promise<void> {
  await db
    .updateTable('policies')
    .set({ evidence_id: `ev_${'0'.repeat(24)}` })
    .execute();
  const missing = findingOf(await checked(app, { framework: 'soc2' }), 'changes_recorded');
  assert.equal(missing.result, 'not_met');
  assert.equal(missing.counts.without_record, 1);
}

testOnOneDatabase('judges-by-the-governance-in-force-in-the-period', async (location, t) => {
  const { app, service, move: pass } = await serviceWithClock(t, location);
  const now = () => new Date(service.clock.now()).toISOString();
  const judged = async (period: object) => {
    const { soc2, owasp } = {
      soc2: await checked(app, { framework: 'soc2', ...period }),
      owasp: await checked(app, { framework: 'owasp_agentic', ...period }),
    };
    const both = { checks: [...soc2.checks, ...owasp.checks], governed: soc2.governed };
    const ids = ['policies_active', 'claims_verified', 'budgets_set'];
    return { both, results: ids.map((id) => findingOf(both, id).result) };
  };
  await evaluate(app, 'b', PLAIN);
  pass(DAY_MS);
  const begin = now();
  await evaluate(app, 'b', PLAIN);
  await inForce(app, 'payments', [LARGE]);
  await change(app, () => ({ attestation: 'verified' }));
  const budget = { name: 'all', period: 'day', limit_usd: 100 };
  const { body: made } = await ask(app, 'a', '/api/v1/budgets', { body: budget });
  pass(DAY_MS);
  const set = now();
  await evaluate(app, 'b', PLAIN);
  pass(3 * DAY_MS);
  const end = now();
  await act(app, 'payments', 'deactivate', { expected_version: 1 });
  await change(app, () => ({ attestation: 'accepted' }));
  await ask(app, 'a', `/api/v1/budgets/${made.budget_id}`, { method: 'DELETE' });
  pass(DAY_MS);
  await evaluate(app, 'b', PLAIN);
  pass(DAY_MS);
  const last = now();

  const inside = await judged({ from_date: set, to_date: end });
  assert.deepEqual(inside.results, ['met', 'met', 'met'], 'though none of it is in force now');
  assert.ok(inside.both.governed.from >= set);
  assert.equal(inside.both.governed.to, end);
  const policies = findingOf(inside.both, 'policies_active');
  assert.equal(policies.finding, 'At least one policy was active all the time.');
  assert.deepEqual(policies.counts, { active_policies_at_end: 1, changes: 0, percent_of_time: 100 });
  const { body: named } = await ask(app, 'a', `/api/v1/evidence/${policies.evidence_ids[0]}`);
  assert.equal(policies.evidence_ids.length, 1);
  assert.equal(named.action, 'policy.activate');

  const across = await judged({ from_date: set, to_date: last });
  assert.deepEqual(across.results, ['partial', 'partial', 'partial']);
  const lost = findingOf(across.both, 'policies_active');
  // Three days of five, or slightly less for the moments in between.
  assert.match(lost.finding, /^At least one policy was active for (59|60) % of the time\.$/);
  assert.equal(lost.evidence_ids.length, 2);

  const before = await judged({ to_date: begin });
  assert.deepEqual(before.results, ['not_met', 'not_met', 'not_met']);
  const after = await judged({ from_date: new Date(Date.parse(end) + DAY_MS / 2).toISOString() });
  assert.deepEqual(after.results, ['not_met', 'not_met', 'not_met']);
});

testOnOneDatabase('judges-keys-by-when-they-were-active', async (location, t) => {
  const { app, service, move: pass } = await serviceWithClock(t, location);
  const now = () => new Date(service.clock.now()).toISOString();
  await evaluate(app, 'b', PLAIN);
  pass(DAY_MS);
  const hands = await wellKeyed(app, service);
  pass(1);
  const from_date = now();
  await evaluate(app, 'b', PLAIN, { key: hands.agent });
  // Slightly more than half of the period, even if making the keys took long.
  pass(DAY_MS + HOUR_MS / 4);
  const call = { key: hands.officer };
  const whole = resultsOf(await checked(app, { framework: 'soc2' }, call));
  const since = resultsOf(await checked(app, { framework: 'soc2', from_date }, call));
  assert.equal(whole.agent_keys_minimal, 'partial');
  assert.equal(since.agent_keys_minimal, 'met');
  const ready = findingOf(await checked(app, { framework: 'eu_ai_act' }, call), 'halt_ready');
  assert.equal(ready.result, 'partial');
  assert.equal(ready.counts.percent_of_time, 50);
  assert.equal(ready.evidence_ids.length >= 2, true);
});

testOnOneDatabase('finds-a-rule-without-a-record-also-where-nothing-was-evaluated', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await inForce(app, 'payments', [LARGE]);
  const results = () => checked(app, { framework: 'soc2' }).then(resultsOf);
  assert.deepEqual(new Set(Object.values(await results())), new Set(['not_assessed']));
  await service.db.updateTable('policies').set({ evidence_id: null }).execute();
  const { changes_recorded: changes, ...others } = await results();
  assert.equal(changes, 'not_met');
  assert.deepEqual(new Set(Object.values(others)), new Set(['not_assessed']));
});

testAsTenant('knows-which-endpoints-receive-alerts', async ({ app, service, chain }) => {
  await evaluate(app, 'a', { action: 'email.send' });
  const endpoint = (endpoint_id: string, types: string[] | null) => ({
    chain,
    endpoint_id,
    url: 'https://hooks.example.org',
    description: null,
    types: types && JSON.stringify(types),
    secret: new Uint8Array(1),
    created_at: 1,
    created_by: 'key_1',
  });
  const heard = async () => findingOf(await checked(app, { framework: 'soc2' }), 'alerts_heard').result;
  assert.equal(await heard(), 'not_met');
  await service.db
    .insertInto('webhook_endpoints')
    .values(endpoint('whe_1', ['approval.created']))
    .execute();
  assert.equal(await heard(), 'partial');
  await service.db.insertInto('webhook_endpoints').values(endpoint('whe_2', null)).execute();
  assert.equal(await heard(), 'met');
  await service.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: 1, disabled_reason: 'asked' })
    .where('chain', '=', chain)
    .execute();
  assert.equal(await heard(), 'not_met');
});
