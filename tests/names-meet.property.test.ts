/**
 * However the names of an agent and an action are written, everything configured for them applies: halts, catalogue,
 * budgets, refusals, trust, mandates and rules.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { anySpelling, posing } from './support/acts/spellings.ts';
import { newBudget } from './support/governance/budgets.ts';
import { requireTrue } from './support/governance/governance.ts';
import { opened } from './support/governance/mandates.ts';
import { inForce, type TestRule } from './support/governance/policies.ts';
import { change } from './support/governance/settings.ts';
import { act, settled, trustOf } from './support/governance/trust.ts';
import { ask, keyOf } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const AGENT = 'bot-7';
const ACTION = 'db.drop';
const HALTS = '/api/v1/core/halts';
const BATCH = '/api/v1/core/governance/evaluate/batch';
const SURE = { confidence_score: 0.99 };

interface SpelledRequest {
  agent_id?: string;
  action: string;
  context: object;
}

const spelled = (context: object): fc.Arbitrary<SpelledRequest> =>
  fc.record({ agent_id: anySpelling(AGENT), action: anySpelling(ACTION), context: fc.constant(context) });

/** Each of many spellings gets this law's result. */
async function eachGets(
  app: FastifyInstance,
  asked: fc.Arbitrary<SpelledRequest>,
  [law, result, reason]: [law: string, result: string, reason: RegExp],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 25, maxLength: 25 }), async (evaluations) => {
      const { body } = await ask(app, 'a', BATCH, { body: { evaluations } });
      for (const [place, answer] of body.results.entries()) {
        const judged = answer.evaluations?.find(({ law_id }: { law_id: string }) => law_id === law);
        const of = JSON.stringify([evaluations[place], judged ?? answer]);
        assert.equal(judged?.result, result, of);
        assert.match(judged.reason, reason, of);
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
}

testAsTenantOnEachDatabase('a-halt-holds-under-every-spelling', async ({ app, service, key }) => {
  const { body: halt } = await ask(app, 'a', HALTS, { body: { agent_id: AGENT, reason: 'stop' } });
  await eachGets(app, spelled({}), ['safety_dominance', 'fail', /the agent is halted/]);
  await eachGets(app, fc.constant({ agent_id: posing(AGENT), action: ACTION, context: {} }), [
    'safety_dominance',
    'fail',
    /the agent is halted/,
  ]);
  const { body: again } = await ask(app, 'a', HALTS, { body: { agent_id: 'BOT_7', reason: 'stop' } });
  assert.equal(again.halt_id, halt.halt_id, 'it is halted already');
  await requireTrue(service, key);
});

testAsTenant('the-catalogue-holds-for-every-spelling', async ({ app, service, key }) => {
  await change(app, () => ({ catalogue: [{ action: 'db.*', risk_level: 'high' }] }));
  await eachGets(app, spelled(SURE), ['safety_dominance', 'warn', /the risk is high/]);
  await change(app, () => ({ catalogue: [{ action: 'DB_Drop', risk_level: 'high' }] }));
  await eachGets(app, spelled(SURE), ['safety_dominance', 'warn', /the risk is high/]);
  await requireTrue(service, key);
});

testAsTenant('a-budget-covers-every-spelling', async ({ app, service, key }) => {
  await newBudget(app, { agent_id: AGENT, limit_usd: 1 });
  await eachGets(app, spelled({ estimated_cost_usd: 2 }), [
    'budget_conservation',
    'fail',
    /more than the 1 USD/,
  ]);
  await newBudget(app, { action_pattern: 'db.*', limit_usd: 0.5 });
  const cost = { estimated_cost_usd: 1 };
  await eachGets(app, spelled(cost), ['budget_conservation', 'fail', /more than the 0.5 USD/]);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('no-spelling-forgets-a-refusal', async ({ app, service, key }) => {
  await change(app, () => ({ attestation: 'verified' }));
  const [first] = fc.sample(spelled({ ...SURE, risk_level: 'high' }), 1);
  const { body } = await ask(app, 'a', BATCH, { body: { evaluations: [first] } });
  assert.equal(body.results[0].verdict, 'escalate');
  await eachGets(app, spelled({ ...SURE, risk_level: 'low' }), ['monotonic_truth', 'warn', /was high when/]);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('an-agent-has-one-score-under-every-spelling', async ({ app, service, key }) => {
  const spellings = fc.sample(anySpelling(AGENT), 6);
  for (const agent of spellings) {
    await act(app, agent, {}, 'failure');
    await settled(service);
  }
  const { score, updates } = await trustOf(app, AGENT);
  assert.equal(updates, spellings.length);
  for (const agent of fc.sample(anySpelling(AGENT), 6)) {
    assert.deepEqual((await trustOf(app, agent)).score, score, agent);
  }
  await change(app, () => ({ attestation: 'verified' }));
  await eachGets(app, spelled({ risk_level: 'high' }), ['bounded_autonomy', 'warn', /the trust of \d/]);
  await requireTrue(service, key);
});

testAsTenant('a-rule-is-about-every-spelling', async ({ app, service, key }) => {
  const rules: Omit<TestRule, 'id'>[] = [
    { when: `agent.id == "${AGENT}"`, effect: 'escalate' },
    { when: 'action == "db.drop"', effect: 'escalate' },
    { when: 'action in ["db.truncate", "db.drop"]', effect: 'escalate' },
    { when: 'action.startsWith("db.")', effect: 'escalate' },
    { when: 'action.matches("^db\\\\.(drop|truncate)$")', effect: 'escalate' },
  ];
  for (const [place, rule] of rules.entries()) {
    await inForce(app, `names-${place}`, [{ id: 'one', ...rule }]);
  }
  await eachGets(app, spelled(SURE), ['policy_adherence', 'warn', /and 4 more/]);
  await requireTrue(service, key);
});

testAsTenant('no-capitals-hide-a-part-of-a-name-from-a-rule', async ({ app, service, key }) => {
  const rules = [
    'action.startsWith("un")',
    'action.contains("delete")',
    'action.contains("leteA")',
    'action.endsWith("all")',
    'action.matches("^[a-z]*del.te(all|some)$")',
  ];
  for (const [place, when] of rules.entries()) {
    await inForce(app, `parts-${place}`, [{ id: 'one', when, effect: 'escalate' }]);
  }
  const letters = fc.tuple(...[...'undeleteall'].map((one) => fc.constantFrom(one, one.toUpperCase())));
  const asked = letters.map((each) => ({ action: each.join(''), context: SURE }));
  await eachGets(app, asked, ['policy_adherence', 'warn', /and 4 more/]);
  await requireTrue(service, key);
});

testAsTenant('a-rule-that-lets-some-names-pass-lets-their-spellings-pass', async ({ app, service, key }) => {
  await inForce(app, 'only-these', [
    { id: 'others', when: '!(action in ["db.drop", "db.read"])', effect: 'block' },
  ]);
  await eachGets(app, spelled(SURE), ['policy_adherence', 'pass', /no rule matches/]);
  await eachGets(app, fc.constant({ agent_id: AGENT, action: 'db.dropped', context: SURE }), [
    'policy_adherence',
    'fail',
    /blocks it/,
  ]);
  await requireTrue(service, key);
});

testAsTenant('a-mandate-is-for-its-agent-under-every-spelling', async ({ app, service, key }) => {
  await change(app, () => ({ attestation: 'verified' }));
  const { mandate_id } = await opened(app, { agent_id: AGENT, effects: ['delete'] });
  const pass: [string, string, RegExp] = ['bounded_autonomy', 'pass', /./];
  await eachGets(app, spelled({ ...SURE, mandate_id }), pass);
  await eachGets(app, fc.constant({ agent_id: posing(AGENT), action: ACTION, context: { mandate_id } }), [
    'bounded_autonomy',
    'fail',
    /is of another agent/,
  ]);
  await requireTrue(service, key);
});

testAsTenant('in-verified-mode-a-key-is-no-human-and-no-name-is-unknown', async ({ app, service, key }) => {
  const plain = { action: ACTION, context: { ...SURE, actor_type: 'human' } };
  const { body: before } = await ask(app, 'a', BATCH, { body: { evaluations: [plain] } });
  assert.equal(before.results[0].verdict, 'proceed', 'claims are believed in accepted mode');
  await change(app, () => ({ attestation: 'verified' }));
  await eachGets(app, fc.constant(plain), ['bounded_autonomy', 'warn', /no agent is named/]);
  for (const agent_id of ['\u200b', ' ', '...', '\u{1f642}', '\u3164', '\u0301']) {
    await eachGets(app, fc.constant({ agent_id, action: ACTION, context: SURE }), [
      'bounded_autonomy',
      'warn',
      /no agent is named/,
    ]);
  }
  for (const asked of [
    { agent_id: posing(AGENT), action: ACTION, context: SURE },
    { agent_id: AGENT, action: posing('payment.do'), context: SURE },
  ]) {
    await eachGets(app, fc.constant(asked), ['bounded_autonomy', 'warn', /may be taken for another/]);
  }
  assert.equal(keyOf(app), key);
  await requireTrue(service, key);
});
