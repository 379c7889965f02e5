/** Fills budgets in the service that the tests of truth verification use. */
import assert from 'node:assert/strict';
import { newBudget, spend } from '../governance/budgets.ts';
import { ask, type TestService } from '../http/in-process.ts';
import type { Filled } from './truth-parts.ts';

/**
 * Makes budgets of an agent without other actions: one that is spent from, changed and spent from again, and one that
 * is deleted.
 */
export async function budgetHistory(app: TestService['app'], ids: Filled['ids']): Promise<Filled['budgets']> {
  const agent_id = 'spender';
  const { budget_id: spent } = await newBudget(app, { agent_id, action_pattern: 'spend-*' });
  const { budget_id: deleted } = await newBudget(app, { agent_id, period: 'day' });
  const url = (id: string) => `/api/v1/budgets/${id}`;
  for (const name of ['spend-and-report', 'spend-and-fail', 'spend-on']) {
    const { body } = await spend(app, 5, { agent_id, action: name });
    assert.equal(body.verdict, 'PROCEED');
    ids[name] = body.evidence_id;
  }
  await ask(app, 'a', url(spent), { method: 'PUT', body: { limit_usd: 50, expected_revision: 1 } });
  await ask(app, 'a', url(deleted), { method: 'DELETE' });
  for (const [name, outcome] of [
    ['spend-and-report', { outcome: 'success', actual_cost_usd: 4 }],
    ['spend-and-fail', { outcome: 'failure' }],
  ] as const) {
    const executed_at = '2026-01-01T00:00:00Z';
    const body = { action: name, context: {}, ...outcome, executed_at, evaluation_id: ids[name] };
    const answer = await ask(app, 'b', '/v1/evidence', { body });
    assert.equal(answer.status, 201);
    ids[`${name}-outcome`] = answer.body.evidence_id;
  }
  return { spent, deleted };
}
