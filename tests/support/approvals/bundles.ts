/** Holds payments of one task, which form bundles, and decides them together. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { AGENT } from '../governance/mandates.ts';
import { type Answer, ask, askOk, type Call, evaluate, type Surface } from '../http/in-process.ts';
import { APPROVALS, escalated } from './approvals.ts';

interface Paying {
  to?: string;
  amount?: number;
  given?: object;
  context?: object;
  more?: object;
}

/** A payment of one session, which needs a human. */
export function paying({ to = 'GB82WEST12345698765432', amount = 90, given, context, more }: Paying = {}) {
  const named = { recipient: to, amount, currency: 'EUR', ...given };
  const claims = { session_id: 's-1', risk_level: 'high', confidence_score: 0.95, trust_score: 95 };
  return {
    action: 'bank.pay',
    agent_id: AGENT,
    ...more,
    context: { ...claims, ...context, arguments: named },
  };
}

export const account = (place: number) => `ACC-${String(place).padStart(6, '0')}`;

export async function bundleOf(app: FastifyInstance, body: object, call: Call = {}): Promise<string | null> {
  const { body: answered } = await evaluate(app, 'a', body, call);
  assert.equal(answered.verdict, 'escalate', JSON.stringify(answered));
  const id = answered.escalation_id.replace('esc_', 'apr_');
  return (await askOk(app, 'b', `${APPROVALS.b}/${id}`, call)).bundle;
}

export function together(
  app: FastifyInstance,
  body: { approval_ids: unknown; decision?: string; comment?: string; decided_by?: string },
  { surface = 'a', ...call }: Call & { surface?: Surface } = {},
): Promise<Answer> {
  return ask(app, surface, `${APPROVALS[surface]}/decide`, {
    ...call,
    body: { decision: 'approved', ...body },
  });
}

export async function held(app: FastifyInstance, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1)
    ids.push(await escalated(app, paying({ to: account(place) })));
  return ids;
}
