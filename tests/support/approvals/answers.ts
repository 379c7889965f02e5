/** Requests that each make exactly one law ask for a human. */
import type { FastifyInstance } from 'fastify';
import { inForce, rule } from '../governance/policies.ts';
import { change } from '../governance/settings.ts';

export interface WarnedRequest {
  action: string;
  agent_id: string;
  context: Record<string, unknown>;
}

const asked = (action: string, context: WarnedRequest['context']): WarnedRequest => ({
  action,
  agent_id: 'agent-7',
  context,
});

/** By the law that warns; all but Audit Conservation, which no request can make warn. */
export const WARNED_BY: Record<string, WarnedRequest> = {
  safety_dominance: asked('db.migrate', { risk_level: 'high', confidence_score: 0.9, trust_score: 90 }),
  bounded_autonomy: asked('ticket.close', { trust_score: 15 }),
  budget_conservation: asked('ad.book', { estimated_cost_usd: 90, budget_remaining_usd: 100 }),
  evidence_gravity: asked('claim.settle', { risk_level: 'medium', confidence_score: 0.45 }),
  least_action_path: asked('note.delete', {
    is_irreversible: true,
    alternatives: [{ action: 'note.archive' }],
  }),
  monotonic_truth: asked('catalogued.act', { risk_level: 'low' }),
  policy_adherence: asked('mail.send', { to: 'someone@example.org' }),
};

/** Sets up what two of them need: a catalogued action, and a rule. */
export async function setTheScene(app: FastifyInstance): Promise<void> {
  await change(app, () => ({ catalogue: [{ action: 'catalogued.*', risk_level: 'medium' }] }));
  await inForce(app, 'mail', [rule('action == "mail.send"', 'escalate')]);
}
