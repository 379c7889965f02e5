/** The requests that every contender gets. */
import type { EvaluationRequest } from '../service/evaluation/question/index.ts';

/** An ordinary action of an agent that passes every law. */
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

/** Every contender must refuse this, which shows that it really judges. */
export const GRAVE = {
  ...ORDINARY,
  action: 'database.drop',
  context: { ...ORDINARY.context, risk_level: 'critical', is_irreversible: true },
} satisfies EvaluationRequest;

/** The laws escalate it: only a person's approval is missing. */
export function escalatingRequest(number: number): EvaluationRequest {
  return {
    action: 'invoice.pay',
    agent_id: `agent-${number % 300}`,
    context: {
      risk_level: 'high',
      confidence_score: 0.95,
      trust_score: 95,
      invoice: { number, customer: `customer-${number % 1000}`, subject: 'Closing of the month' },
    },
  };
}
