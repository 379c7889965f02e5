/** An approval is for one request, of one tenant, in one environment; every other one is refused. */
import assert from 'node:assert/strict';
import { decide, escalated, GRAVE, statusOf, withApproval } from './support/approvals.ts';
import { newBudget } from './support/budgets.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, evaluate, openTestHouse, SANDBOX_KEY } from './support/house.ts';

const FULL = {
  ...GRAVE,
  context: {
    ...GRAVE.context,
    is_irreversible: false,
    estimated_cost_usd: 10,
    budget_remaining_usd: 100,
    min_confidence: 0.5,
    actor_type: 'ai_agent',
    artifact_type: 'action_executed',
    to: ['a', 'b'],
    note: 'n',
  },
};

/** Each changes one thing of the request. */
const CHANGES: Record<string, (body: typeof FULL) => object> = {
  action: (body) => ({ ...body, action: 'invoice.pay2' }),
  agent: (body) => ({ ...body, agent_id: 'agent-8' }),
  'no agent': ({ agent_id: _, ...body }) => body,
  user: (body) => ({ ...body, user_id: 'u' }),
  'one more field': (body) => ({ ...body, context: { ...body.context, more: null } }),
  'nested field': (body) => ({ ...body, context: { ...body.context, invoice: { number: 8 } } }),
  'order of a list': (body) => ({ ...body, context: { ...body.context, to: ['b', 'a'] } }),
  ...Object.fromEntries(
    Object.entries({
      risk_level: 'critical',
      is_irreversible: true,
      estimated_cost_usd: 10.01,
      budget_remaining_usd: 101,
      confidence_score: 0.96,
      min_confidence: 0.4,
      trust_score: 96,
      artifact_type: 'governance_eval',
      note: 'm',
    }).map(([field, value]) => [
      field,
      (body: typeof FULL) => ({ ...body, context: { ...body.context, [field]: value } }),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(FULL.context)
      .filter((field) => field !== 'risk_level')
      .map((field) => [
        `no ${field}`,
        (body: typeof FULL) => ({
          ...body,
          context: Object.fromEntries(Object.entries(body.context).filter(([name]) => name !== field)),
        }),
      ]),
  ),
};

testOnEachDatabase('is-used-by-the-very-request-it-was-given-for', async (location, t) => {
  const { app } = await openTestHouse(t, location);
  const id = await escalated(app, FULL);
  for (const state of ['pending', 'approved']) {
    if (state === 'approved') await decide(app, 'approve', id);
    for (const [what, change] of Object.entries(CHANGES)) {
      const { body } = await evaluate(app, 'b', change(withApproval(id, FULL)));
      assert.equal(body.verdict, 'BLOCK', what);
      assert.match(body.block_reason, /the approval is bound to another request/, what);
    }
    const foreign = await evaluate(app, 'b', withApproval(id, FULL), { key: SANDBOX_KEY });
    assert.match(foreign.body.block_reason, /the approval is not known/);
    assert.equal(await statusOf(app, id), state);
  }
  // The same request, told in another order and with what does not bind.
  const { context, ...rest } = withApproval(id, FULL);
  const reversed = Object.fromEntries(Object.entries(context).reverse());
  const same = { context: reversed, tenant_id: 'mine', ...rest };
  const url = '/api/v1/core/governance/simulate';
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await ask(app, 'a', url, { body: same })).body.verdict, 'proceed');
  }
  assert.equal(await statusOf(app, id), 'approved');
  assert.equal((await evaluate(app, 'b', same)).body.verdict, 'PROCEED');
  assert.match((await evaluate(app, 'b', same)).body.block_reason, /the approval is consumed/);
});

testOnEachDatabase('is-used-only-by-a-verdict-that-lets-the-action-proceed', async (location, t) => {
  const { app } = await openTestHouse(t, location);
  const costly = { ...GRAVE, context: { ...GRAVE.context, estimated_cost_usd: 90 } };
  const id = await escalated(app, costly);
  await decide(app, 'approve', id);
  await newBudget(app, { limit_usd: 100 });
  const { body } = await evaluate(app, 'b', withApproval(id, costly));
  assert.equal(body.verdict, 'ESCALATE');
  assert.notEqual(body.approval_id, id);
  assert.equal(await statusOf(app, id), 'approved');
});
