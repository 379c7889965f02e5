/** Who acts in the seeded tenant, and what they ask. */
import type { Draw } from '../fill/requests.ts';
import { HOSTILE_AGENTS, HOSTILE_TEXTS, largeContext } from './hostile.ts';

interface Role {
  agent: string;
  /** Of all requests. */
  share: number;
  actions: readonly string[];
  /** How often what it asks is grave. */
  grave: number;
  /** How often what it did succeeds. */
  success: number;
}

const ROLES: readonly Role[] = [
  {
    agent: 'support-triage',
    share: 0.34,
    actions: ['ticket.read', 'ticket.assign', 'email.send', 'ticket.close'],
    grave: 0.04,
    success: 0.99,
  },
  {
    agent: 'research-reader',
    share: 0.22,
    actions: ['web.read', 'file.read', 'report.create'],
    grave: 0.01,
    success: 0.97,
  },
  {
    agent: 'invoice-clerk',
    share: 0.14,
    actions: ['invoice.read', 'invoice.create', 'payment.send'],
    grave: 0.16,
    success: 0.98,
  },
  {
    agent: 'refunds',
    share: 0.1,
    actions: ['refund.create', 'order.read', 'customer.update'],
    grave: 0.14,
    success: 0.93,
  },
  {
    agent: 'deploy-bot',
    share: 0.08,
    actions: ['deployment.create', 'server.restart', 'database.migrate', 'database.drop'],
    grave: 0.3,
    success: 0.9,
  },
  {
    agent: 'calendar-helper',
    share: 0.08,
    actions: ['calendar.read', 'calendar.book', 'email.send'],
    grave: 0.05,
    success: 0.99,
  },
  {
    agent: 'crm-sync',
    share: 0.04,
    actions: ['crm.update', 'crm.export', 'customer.delete'],
    grave: 0.2,
    success: 0.72,
  },
];
const PEOPLE = ['dana', 'li.wei', 'marek', 'Ólafur Þórðarson', 'Nguyễn Thị Minh'];
const SUBJECTS = ['Order 4411', 'Your renewal', 'Monthly closing', 'Bug in checkout', 'Contract 2026-08'];
const DESCRIPTIONS = [
  'The customer asked for it by telephone',
  'Step 4 of the monthly closing',
  'Answers the ticket of this morning',
  'Puts the release of today on the first server',
];
/** One in so many holds a hostile text, one in so many a large context. */
const HOSTILE_EVERY = 150;
const LARGE_EVERY = 4000;

export interface Question {
  action: string;
  agent_id: string;
  user_id?: string;
  description?: string;
  context: Record<string, unknown>;
}

export interface Asking {
  question: Question;
  /** How often what it does succeeds. */
  success: number;
}

export function questionOf(draw: Draw, place: number): Asking {
  const role = roleOf(draw.share());
  const amount = draw.below(90_000) / 100;
  const question: Question = {
    action: draw.one(role.actions),
    agent_id: role.agent,
    ...(draw.below(3) === 0 ? { user_id: draw.one(PEOPLE) } : {}),
    ...(draw.below(4) === 0 ? { description: draw.one(DESCRIPTIONS) } : {}),
    context: {
      risk_level: draw.below(4) === 0 ? 'medium' : 'low',
      confidence_score: (80 + draw.below(20)) / 100,
      estimated_cost_usd: draw.below(300) / 100,
      budget_remaining_usd: 100 + draw.below(900),
      arguments: {
        to: `${draw.one(['ann', 'bo', 'cy'])}${draw.below(400)}@example.com`,
        subject: draw.one(SUBJECTS),
        amount,
      },
      ...(draw.share() < role.grave ? graveOf(draw) : {}),
    },
  };
  if (place % HOSTILE_EVERY === HOSTILE_EVERY - 1) makeHostile(question, draw);
  if (place % LARGE_EVERY === LARGE_EVERY - 1) question.context.arguments = largeContext();
  return { question, success: role.success };
}

function roleOf(share: number): Role {
  let end = 0;
  for (const role of ROLES) {
    end += role.share;
    if (share < end) return role;
  }
  return ROLES[0] as Role;
}

function graveOf(draw: Draw): object {
  const kind = draw.share();
  if (kind < 0.5) return { risk_level: 'high' };
  if (kind < 0.75) return { risk_level: 'medium', is_irreversible: true };
  if (kind < 0.85) return { risk_level: 'critical' };
  if (kind < 0.95) return { risk_level: 'critical', is_irreversible: true };
  return { estimated_cost_usd: 40, budget_remaining_usd: 0.01 };
}

function makeHostile(question: Question, draw: Draw): void {
  const text = draw.one(HOSTILE_TEXTS);
  question.description = text;
  if (draw.below(4) === 0) question.agent_id = draw.one(HOSTILE_AGENTS);
  if (draw.below(6) === 0) question.action = text.slice(0, 200);
  question.context = {
    ...question.context,
    ...(draw.below(2) === 0 ? { risk_level: 'high' } : {}),
    arguments: { [text.slice(0, 60)]: text, to: 'ann@example.com' },
  };
}
