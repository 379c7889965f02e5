/** The tools of a planned task, and calls of them that lack nothing but a place in the plan. */
import assert from 'node:assert/strict';
import type { WrittenEntry } from '@assize/act-reading/tools';
import type { FastifyInstance } from 'fastify';
import { PAY, TOOLS } from '../acts/tools.ts';
import { ask } from '../http/in-process.ts';
import { change } from './settings.ts';

export const TASK = 'Pay 40 EUR to DE89370400440532013000 and send the receipt to ann@example.com';
export const IBAN = 'DE89370400440532013000';
export const OTHER_IBAN = 'GB82WEST12345698765432';

const ENTRIES: WrittenEntry[] = [
  { ...PAY, risk_level: 'low', is_irreversible: false },
  { tool: 'mail.send', effect: 'send', targets: [{ path: 'to', kind: 'email', role: 'recipient' }] },
  {
    tool: 'files.open',
    effect: 'read',
    effect_by: { path: 'mode', values: { write: 'write' } },
    targets: [],
  },
  { tool: 'crm.find', effect: 'read', targets: [], result: 'own' },
  { tool: 'crm.salaries', effect: 'read', targets: [], result: 'own', confidentiality: 'secret' },
  { tool: 'web.search', effect: 'read', targets: [], result: 'content' },
];

export async function withTools(app: FastifyInstance): Promise<void> {
  for (const entry of ENTRIES) {
    const { status, body } = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
    assert.equal(status, 200, JSON.stringify(body));
  }
}

/** A human is asked about tools that only read, too. */
export async function holdForgottenReads(app: FastifyInstance): Promise<void> {
  await change(app, () => ({ mandates: { required: false, forgotten_reads: 'escalate' } }));
}

/** A plan by a model, as an agent sends it. */
export const byModel = (...steps: unknown[]) => ({
  task: TASK,
  plan: { by: 'model', steps, model: 'a-model', prompt_hash: 'sha256:00', answer: '{"steps":[]}' },
});

export const byPerson = (...steps: unknown[]) => ({ plan: { by: 'person', steps } });

const CLAIMS = { confidence_score: 0.99, trust_score: 99 };

export const paying = (recipient: string, amount = 40, currency = 'EUR') => ({
  action: 'bank.pay',
  context: { arguments: { recipient, amount, currency }, ...CLAIMS },
});
export const sending = (to: string) => ({
  action: 'mail.send',
  context: { arguments: { to }, ...CLAIMS },
});
export const calling = (action: string, given: object = {}) => ({
  action,
  context: { arguments: given, ...CLAIMS },
});
