/** Two evaluations can't spend the same dollar, even if many ask at once on any surface and any node. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { moneyOf, newBudget, spend, verdictOn } from './support/governance/budgets.ts';
import { requireTrue } from './support/governance/governance.ts';
import {
  type Answer,
  ask,
  evaluate,
  PRODUCTION_KEY,
  SURFACES,
  startTestService,
  type TestService,
} from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const AT_ONCE = 500;
const COST = 0.37;
/** The limit covers exactly 100 costs: the last is within 0.8 of the remaining amount. */
const LIMIT = 37.111;
const PAID = 100;

function tally(verdicts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const verdict of verdicts) counts[verdict.toLowerCase()] = (counts[verdict.toLowerCase()] ?? 0) + 1;
  return counts;
}

async function verdictsOf(asked: readonly Promise<Answer>[]): Promise<string[]> {
  const answers = await Promise.all(asked);
  return answers.map(({ status, body }) => (status === 200 ? body.verdict : `${status}`));
}

testAsTenantOnEachDatabase('lets-exactly-the-affordable-proceed', async ({ app, service, key }) => {
  const { budget_id } = await newBudget(app, { limit_usd: LIMIT });
  for (const [round, warm] of [false, true].entries()) {
    if (warm) await ask(app, 'a', `/api/v1/budgets/${budget_id}`, { method: 'PUT', body: raised(2) });
    const verdicts = await verdictsOf(Array.from({ length: AT_ONCE }, () => spend(app, COST)));
    assert.deepEqual(tally(verdicts), { proceed: PAID, block: AT_ONCE - PAID }, `round ${round}`);
  }
  const [limit, spent, reserved, remaining] = await moneyOf(app, budget_id);
  assert.deepEqual(
    { limit, spent, reserved, remaining },
    { limit: LIMIT * 2, spent: 0, reserved: COST * PAID * 2, remaining: 0.222 },
  );
  await requireTrue(service, key);
});

const raised = (times: number) => ({ limit_usd: LIMIT * times, expected_revision: times - 1 });

testOnEachDatabase(
  'lets-exactly-the-affordable-proceed-on-two-nodes-and-both-surfaces',
  async (location, t) => {
    const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
    const [{ app, service }] = nodes;
    const { budget_id } = await newBudget(app, { limit_usd: LIMIT });
    const other = await newBudget(app, { limit_usd: LIMIT + 1, period: 'day', action_pattern: 'p*' });
    // Both nodes know both budgets.
    for (const node of nodes) await untilKnown(node, [budget_id, other.budget_id]);
    const body = { action: 'pay', context: { estimated_cost_usd: COST } };
    const BATCH = 20;
    const single = AT_ONCE - 5 * BATCH;
    const asked = Array.from({ length: single }, (_, number) => {
      const node = nodes[number % 2] ?? nodes[0];
      return evaluate(node.app, number % 3 === 0 ? 'a' : 'b', body);
    });
    const batches = Array.from({ length: 5 }, (_, number) => {
      const node = nodes[number % 2] ?? nodes[0];
      const evaluations = Array.from({ length: BATCH }, () => body);
      return ask(node.app, 'b', `${SURFACES.b.evaluate}/batch`, { body: { evaluations } });
    });
    const verdicts = await verdictsOf(asked);
    for (const { body: answered } of await Promise.all(batches)) {
      for (const { verdict, status } of answered.results) verdicts.push(verdict ?? `${status}`);
    }
    assert.deepEqual(tally(verdicts), { proceed: PAID, block: AT_ONCE - PAID });
    assert.deepEqual(await moneyOf(app, budget_id), [LIMIT, 0, COST * PAID, 0.111]);
    assert.deepEqual((await moneyOf(app, other.budget_id))[2], COST * PAID);
    await requireTrue(service);
  },
);

testOnEachDatabase('never-spends-more-than-there-is-at-any-costs', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app, service }] = nodes;
  const { budget_id } = await newBudget(app, { limit_usd: 20 });
  for (const node of nodes) await untilKnown(node, [budget_id]);
  const costs = Array.from({ length: 200 }, (_, number) => ((number * 7919) % 100) / 100 + 0.01);
  const verdicts = await verdictsOf(
    costs.map((cost, number) =>
      spend((nodes[number % 2] ?? nodes[0]).app, cost, { agent_id: `a${number % 9}` }),
    ),
  );
  const { proceed = 0, escalate = 0, block = 0 } = tally(verdicts);
  assert.deepEqual(
    { hasProceed: proceed > 0, hasBlock: block > 0, verdicts: proceed + escalate + block },
    { hasProceed: true, hasBlock: true, verdicts: costs.length },
  );
  const paid = costs.reduce((sum, cost, place) => (verdicts[place] === 'PROCEED' ? sum + cost : sum), 0);
  const [, , reserved = 0, remaining = -1] = await moneyOf(app, budget_id);
  assert.equal(reserved.toFixed(6), paid.toFixed(6));
  assert.ok(remaining >= 0 && remaining < 2);
  await requireTrue(service);
});

testAsTenantOnEachDatabase('knows-exactly-how-much-it-has-just-reserved', async ({ app }) => {
  const { budget_id } = await newBudget(app, { limit_usd: 10 });
  for (let paid = 0; paid < 80; paid += 1) {
    const { body } = await evaluate(app, 'a', { action: 'pay', context: { estimated_cost_usd: 0.1 } });
    assert.equal(body.verdict, 'proceed');
    const law = body.evaluations.find(({ law_id }: { law_id: string }) => law_id === 'budget_conservation');
    assert.equal(law.details.remaining_usd, (1000 - paid * 10) / 100);
  }
  assert.equal(await verdictOn(app, 1.6), 'PROCEED');
  assert.equal(await verdictOn(app, 0.4), 'ESCALATE');
  assert.equal(await verdictOn(app, 0.41), 'BLOCK');
  assert.deepEqual(await moneyOf(app, budget_id), [10, 0, 9.6, 0.4]);
});

/** Waits until the node knows budgets that were made elsewhere, which takes up to a second. */
async function untilKnown({ service }: TestService, budgetIds: readonly string[]): Promise<void> {
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  await until(async () => {
    const { budgets } = await service.governance.of(chain);
    return budgetIds.every((id) => budgets.some(({ budgetId }) => budgetId === id));
  });
}
