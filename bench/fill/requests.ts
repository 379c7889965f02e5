/** The requests of a busy tenant: some two hundred actions of every risk, a few of which are the most common. */
import type { EvaluationRequest } from '../../service/evaluation/question/index.ts';
import type { Draw } from '../draw.ts';

const SYSTEMS = [
  ...['email', 'calendar', 'crm', 'ticket', 'invoice', 'payment', 'refund', 'contract', 'database', 'file'],
  ...['deployment', 'server', 'cluster', 'user', 'role', 'campaign', 'report', 'order', 'shipment'],
];
const VERBS = ['read', 'create', 'update', 'send', 'list', 'close', 'assign', 'approve', 'export', 'delete'];
const USUAL_ACTIONS = VERBS.flatMap((verb) => SYSTEMS.map((system) => `${system}.${verb}`));
const RARE_EVERY = 20_000;

export const COMMON_ACTIONS = USUAL_ACTIONS.slice(0, 8);
export const RARE_ACTIONS = ['key.escrow', 'court.answer', 'plant.halt', 'fund.wire', 'ledger.reopen'];

const NAMES = ['Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Juniper', 'Larch', 'Maple', 'Rowan', 'Willow'];
const REASONS = ['The customer asked for it by telephone', 'Step 4 of the monthly closing', 'Answers ticket'];

export function actionOf(draw: Draw): string {
  if (draw.below(RARE_EVERY) === 0) return draw.one(RARE_ACTIONS);
  // The cube makes the first actions frequent and the last ones rare.
  return USUAL_ACTIONS[Math.floor(USUAL_ACTIONS.length * draw.share() ** 3)] ?? 'email.read';
}

/** About nine in ten verdicts on these requests are to proceed; the rest are split between the other two. */
export function requestOf(draw: Draw): EvaluationRequest {
  const number = draw.below(100_000);
  const context = {
    risk_level: 'low' as const,
    estimated_cost_usd: draw.below(2000) / 100,
    budget_remaining_usd: 100 + draw.below(900),
    confidence_score: (80 + draw.below(20)) / 100,
    trust_score: 70 + draw.below(30),
    to: `${draw.one(NAMES).toLowerCase()}${number}@example.com`,
    subject: `${draw.one(NAMES)} ${number}`,
    ...gravityOf(draw.share()),
  };
  const described = draw.below(3) === 0 ? { description: `${draw.one(REASONS)} ${number}` } : {};
  return { action: actionOf(draw), agent_id: `agent-${draw.below(300)}`, ...described, context };
}

function gravityOf(kind: number): Partial<EvaluationRequest['context']> {
  if (kind < 0.7) return {};
  if (kind < 0.9) return { risk_level: 'medium' };
  if (kind < 0.94) return { risk_level: 'high' };
  if (kind < 0.96) return { risk_level: 'medium', is_irreversible: true };
  if (kind < 0.98) return { risk_level: 'critical', is_irreversible: true };
  return { budget_remaining_usd: 0.01, estimated_cost_usd: 40 };
}
