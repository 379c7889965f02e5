/** A small company whose agents ask for verdicts: its set-up, and the events of one day. */
import { callWithKey } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';
import { HELD, type Question, ROUTINE } from './questions.ts';

interface Answer {
  verdict: string;
  evidence_id: string;
  approval_id?: string;
}

export interface Company {
  service: RunningService;
  /** Sets the service's clock to this many ms before now. */
  setBack(ms: number): Promise<void>;
  decide(approvalId: string, verb: 'approve' | 'reject', comment: string): Promise<void>;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;
const MINUTES_PAST_MS = 6 * 60_000;
/** In the busiest hour. */
const MOST_AN_HOUR = 40;
const CATALOGUES = ['gmail', 'postgres', 'shell', 'fetch', 'zendesk', 'stripe'];
const BANK = {
  tool: 'bank.pay_invoice',
  effect: 'pay',
  risk_level: 'medium',
  is_irreversible: true,
  targets: [{ path: 'iban', kind: 'account', role: 'payee' }],
  amount: { path: 'amount', currency: 'USD' },
};
const KNOWN = [
  { kind: 'domain', value: 'northwind.example', name: 'Our own' },
  { kind: 'domain', value: 'brightside-hotels.example', name: 'Customer' },
  { kind: 'account', value: 'DE89 3704 0044 0532 0130 00', name: 'Office rent' },
  { kind: 'account', value: 'FR14 2004 1010 0505 0001 3M02 606', name: 'Print shop' },
  { kind: 'object', value: 'pi_3Qx81', name: 'Payment of Brightside Hotels' },
];
const DATABASE = {
  name: 'databases',
  description: 'What agents may do to data',
  rules: [
    {
      id: 'no-drop',
      when: "has(act.effects) && 'delete' in act.effects && action.startsWith('postgres.')",
      effect: 'block',
      message: 'Ask the platform team.',
    },
  ],
};

export async function setUp({ service }: Company): Promise<void> {
  const ask = <T>(path: string, body?: unknown, method?: string) =>
    callWithKey<T>(service, `/api/v1${path}`, body, method);
  for (const ready of CATALOGUES) await ask('/tools/import', { ready, accept: true });
  await ask('/tools', { entry: BANK }, 'PUT');
  await ask('/targets', { targets: KNOWN });
  await ask('/policies', DATABASE);
  await ask('/policies/databases/activate', { version: 1, expected_version: null });
  await ask('/budgets', {
    name: 'Refunds',
    limit_usd: 190,
    period: 'month',
    action_pattern: 'stripe.create_refund',
  });
}

/** Lives hour by hour, from a day ago until now. */
export async function liveThroughADay(company: Company): Promise<void> {
  for (let hour = HOURS - 1; hour >= 0; hour -= 1) {
    const agoMs = hour * HOUR_MS + MINUTES_PAST_MS;
    await company.setBack(agoMs);
    for (const question of routineOf(hour)) await act(company, question, agoMs);
    for (const { hoursAgo, question, decision } of HELD) {
      if (hoursAgo !== hour) continue;
      const { approval_id: id } = await act(company, question, agoMs);
      if (decision === null || id === undefined) continue;
      await company.decide(id, ...decision);
      const context = { ...question.context, has_approval: true, approval_id: id };
      if (decision[0] === 'approve') await act(company, { ...question, context }, agoMs);
    }
  }
}

/** Many in the middle of the day that ends now, few at either end. */
function routineOf(hour: number): Question[] {
  const busy = 0.55 - 0.45 * Math.cos((2 * Math.PI * hour) / HOURS);
  const count = Math.round(MOST_AN_HOUR * busy);
  return Array.from({ length: count }, (_, place) => ROUTINE[(place + hour) % ROUTINE.length] as Question);
}

/** The agent asks, and reports success if it may continue. */
async function act({ service }: Company, question: Question, agoMs: number): Promise<Answer> {
  const answer = await callWithKey<Answer>(service, '/api/v1/core/governance/evaluate', question);
  if (answer.verdict !== 'proceed') return answer;
  await callWithKey(service, '/api/v1/evidence/outcomes', {
    action: question.action,
    agent_id: question.agent_id,
    outcome: 'success',
    context: {},
    executed_at: new Date(Date.now() - agoMs).toISOString(),
    evaluation_id: answer.evidence_id,
  });
  return answer;
}
