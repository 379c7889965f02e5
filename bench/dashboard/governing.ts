/** What those who govern the seeded tenant did, by the day on which they did it. */
import { HOSTILE_TEXTS } from './hostile.ts';
import type { Body, SeededService } from './service.ts';

type Act = (service: SeededService) => Promise<unknown>;

const A = '/api/v1';
const limitOf = (usd: number) => [
  {
    id: 'large-payment',
    description: 'A large payment can not be called back',
    when: `action == "payment.send" && double(context.arguments.amount) > ${usd}.0`,
    effect: 'escalate',
    message: `Payments above ${usd} USD need a person.`,
  },
  {
    id: 'no-drop',
    when: 'action == "database.drop"',
    effect: 'block',
    message: 'Ask a person of the platform team to do it.',
  },
];
const tool = (name: string, description: string, properties: object) => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
});
const TO = { to: { type: 'string', format: 'email' } };
const AMOUNT = { recipient: { type: 'string' }, amount: { type: 'number' } };
const TOOLS = [
  tool('send_email', 'Sends an e-mail.', { ...TO, subject: { type: 'string' }, body: { type: 'string' } }),
  tool('read_ticket', 'Reads a ticket.', { id: { type: 'string' } }),
  tool('create_refund', 'Pays money back to a customer.', AMOUNT),
  tool('book_meeting', 'Books a meeting.', { attendees: { type: 'array', items: TO.to } }),
  tool('run_query', HOSTILE_TEXTS[0], { sql: { type: 'string' } }),
];

async function importTools(service: SeededService, tools: readonly object[]): Promise<Body> {
  return service.ask('POST', `${A}/tools/import`, { source: { tools }, server: 'helpdesk' });
}

async function settings(service: SeededService, change: (settings: Body) => object): Promise<unknown> {
  const { version, settings: current } = await service.ask('GET', `${A}/settings`);
  return service.ask('PUT', `${A}/settings`, { settings: change(current), expected_version: version });
}

async function haltAndLift(service: SeededService): Promise<void> {
  const { halt_id: id } = await service.ask('POST', `${A}/core/halts`, {
    agent_id: 'crm-sync',
    reason: 'It exported 4,000 customers in a minute',
  });
  await service.ask('DELETE', `${A}/core/halts/${id}?reason=${encodeURIComponent('The filter is mended')}`);
}

async function mandates(service: SeededService): Promise<void> {
  const open = (agent_id: string, more: object) =>
    service.ask('POST', '/v1/mandates', { agent_id, effects: ['read', 'send'], ...more });
  const first = await open('support-triage', {
    task: 'Answer the tickets of ann@example.com',
    keep_task: true,
  });
  await open('calendar-helper', { effects: ['read', 'book'], budget_usd: 5, max_actions: 40 });
  await open('invoice-clerk', { task: HOSTILE_TEXTS[0], keep_task: true, effects: ['read'] });
  await service.ask('POST', `/v1/mandates/${first.mandate_id}/close`, {});
}

const check =
  (framework: string): Act =>
  (service) =>
    service.ask('POST', `${A}/core/compliance/check`, { framework });

/** By the day, from 0. Several of a day happen in their order. */
export const ACTS: readonly (readonly [day: number, act: Act])[] = [
  [
    1,
    (service) =>
      service.ask('POST', `${A}/policies`, {
        name: 'payments',
        description: 'What may be paid',
        rules: limitOf(800),
      }),
  ],
  [
    1,
    (service) =>
      service.ask('POST', `${A}/policies/payments/activate`, { version: 1, expected_version: null }),
  ],
  [
    2,
    (service) =>
      service.ask('POST', `${A}/budgets`, {
        name: 'Refunds',
        limit_usd: 60,
        period: 'day',
        action_pattern: 'refund.*',
      }),
  ],
  [
    2,
    (service) =>
      service.ask('POST', `${A}/budgets`, { name: HOSTILE_TEXTS[0], limit_usd: 5000, period: 'month' }),
  ],
  [
    3,
    (service) =>
      service.ask('POST', `${A}/webhooks`, {
        url: 'https://receiver.invalid/assize',
        description: 'On call',
        types: ['agent.halted', 'evidence.integrity_failed', 'tool.changed', 'trust.changed'],
      }),
  ],
  [
    4,
    (service) =>
      settings(service, (old) => ({
        ...old,
        enforcement: 'observe',
        approvals: { ...old.approvals, required: { low: 1, medium: 1, high: 1, critical: 2 } },
      })),
  ],
  [
    5,
    (service) =>
      service.ask('POST', `${A}/webhooks`, {
        url: 'https://old.invalid/hook',
        description: HOSTILE_TEXTS[0],
        types: ['trust.changed', 'tool.changed'],
      }),
  ],
  [8, check('soc2')],
  [10, (service) => importTools(service, TOOLS)],
  [11, acceptTools],
  [
    12,
    (service) =>
      service.ask('POST', `${A}/targets`, {
        targets: [
          { kind: 'domain', value: 'example.com', role: 'recipient', name: 'Our own customers' },
          { kind: 'email', value: 'board@northwind.example', name: HOSTILE_TEXTS[3] },
        ],
      }),
  ],
  [15, haltAndLift],
  [
    20,
    (service) =>
      service.ask('POST', `${A}/policies/payments/versions`, { expected_version: 1, rules: limitOf(600) }),
  ],
  [
    21,
    (service) => service.ask('POST', `${A}/policies/payments/activate`, { version: 2, expected_version: 1 }),
  ],
  [
    25,
    (service) =>
      settings(service, (old) => ({
        ...old,
        catalogue: [{ action: 'customer.delete', risk_level: 'high', is_irreversible: true }],
      })),
  ],
  [30, check('eu_ai_act')],
  [34, (service) => importTools(service, [tool('send_email', 'Sends an e-mail, also to lists.', TO)])],
  [40, check('owasp_agentic')],
  [
    45,
    (service) =>
      service.ask('POST', `${A}/policies`, {
        name: 'exports',
        rules: [
          { id: 'ask', when: 'action.endsWith(".export")', effect: 'escalate', message: HOSTILE_TEXTS[0] },
        ],
      }),
  ],
  [
    50,
    (service) =>
      service.ask('POST', `${A}/policies/payments/versions`, { expected_version: 2, rules: limitOf(500) }),
  ],
  [52, giveUpReceiver],
  [55, check('soc2')],
  [57, mandates],
  [58, (service) => importTools(service, [tool('wire_money', 'Sends money abroad.', AMOUNT)])],
  [59, redactOne],
  [
    59,
    (service) =>
      service.ask('POST', `${A}/core/halts`, {
        agent_id: 'deploy-bot',
        reason: 'It restarted the same server 40 times',
      }),
  ],
];

async function acceptTools(service: SeededService): Promise<void> {
  const { items } = await service.ask('GET', `${A}/tools?limit=100`);
  const [first, second, third, fourth] = items.map(({ tool_id }: Body) => ({ tool_id }));
  await service.ask('POST', `${A}/tools/review`, {
    accept: [first, second, third],
    reject: [fourth.tool_id],
  });
}

/** What is still pending for it has failed then. */
async function giveUpReceiver(service: SeededService): Promise<void> {
  const { endpoints, items = endpoints } = await service.ask('GET', `${A}/webhooks`);
  const { id, endpoint_id = id } = items.at(-1);
  await service.ask('POST', `${A}/webhooks/${endpoint_id}/disable`, {});
}

async function redactOne(service: SeededService): Promise<void> {
  const { items } = await service.ask('POST', `${A}/evidence/search`, {
    limit: 50,
    artifact_type: 'governance_eval',
  });
  const { evidence_id, id = evidence_id } = items.at(-1);
  await service.ask('POST', `${A}/evidence/${id}/redact`, { reason: 'It named a customer' });
}
