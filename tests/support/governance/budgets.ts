/** Creates budgets, spends from them, and reads them. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call, evaluate, keyOf } from '../http/in-process.ts';

export const BUDGETS = '/api/v1/budgets';
export const DAY_MS = 86_400_000;

export async function newBudget(app: FastifyInstance, body: object = {}, call: Call = {}) {
  const wanted = { name: 'test', limit_usd: 100, period: 'month', ...body };
  const answer = await ask(app, 'a', BUDGETS, { ...call, body: wanted });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

export async function budgetOf(app: FastifyInstance, id: string, call: Call = {}) {
  return (await ask(app, 'a', `${BUDGETS}/${id}`, call)).body;
}

/** Returns a budget's limit, and its spent, reserved and remaining amounts. */
export async function moneyOf(app: FastifyInstance, id: string, call: Call = {}): Promise<number[]> {
  const { limit_usd, spent_usd, reserved_usd, remaining_usd } = await budgetOf(app, id, call);
  return [limit_usd, spent_usd, reserved_usd, remaining_usd];
}

export function spend(
  app: FastifyInstance,
  estimated_cost_usd: number,
  more: { action?: string; agent_id?: string; context?: object; key?: string } = {},
): Promise<Answer> {
  const { action = 'pay', agent_id, context, key = keyOf(app) } = more;
  return evaluate(app, 'b', { action, agent_id, context: { estimated_cost_usd, ...context } }, { key });
}

export async function verdictOn(...asked: Parameters<typeof spend>): Promise<string> {
  const { status, body } = await spend(...asked);
  assert.equal(status, 200, JSON.stringify(body));
  return body.verdict;
}

/** Reports the outcome. @param actual_cost_usd undefined leaves it out. */
export function report(
  app: FastifyInstance,
  evaluation_id: string,
  outcome: 'success' | 'failure',
  actual_cost_usd?: number,
  key = keyOf(app),
): Promise<Answer> {
  const executed_at = '2026-01-01T00:00:00Z';
  const body = { action: 'pay', context: {}, outcome, executed_at, evaluation_id, actual_cost_usd };
  return ask(app, 'b', '/v1/evidence', { body, key });
}
