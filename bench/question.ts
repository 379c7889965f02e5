/** The question every contender is asked: an ordinary action of an agent that nothing speaks against. */
import type { EvaluationRequest } from '../service/evaluation/index.ts';

export const ORDINARY = {
  action: 'email.send',
  agent_id: 'agent-7',
  context: {
    risk_level: 'low',
    estimated_cost_usd: 0.5,
    budget_remaining_usd: 100,
    confidence_score: 0.95,
    trust_score: 80,
    to: 'a@example.com',
    subject: 'Invoice 1042',
  },
} satisfies EvaluationRequest;

/** Asked once, to see that contenders judge at all: it must be refused. */
export const GRAVE = {
  ...ORDINARY,
  action: 'database.drop',
  context: { ...ORDINARY.context, risk_level: 'critical', is_irreversible: true },
} satisfies EvaluationRequest;
