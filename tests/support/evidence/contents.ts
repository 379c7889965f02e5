/** Records of several kinds that searches by contents look for. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call, evaluate } from '../http/in-process.ts';

export const search = (app: FastifyInstance, body: unknown, call: Call = {}) =>
  ask(app, 'a', '/api/v1/evidence/search', { ...call, body });

export const idsIn = ({ status, body }: Answer): string[] => {
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ id }: { id: string }) => id);
};

const MAIL = {
  action: 'mail.send',
  description: 'Thanks to a customer',
  agent_id: 'Mail-Agent',
  user_id: 'Ann@example.com',
  context: {
    arguments: { to: 'marie@example.com', body: 'Straße is closed "tomorrow" \u202e <b>' },
    session_id: 'ses-1',
    tool: { server: 'mailbox', name: 'sendMail' },
  },
};

export interface Filled {
  mail: string;
  held: string;
  outcome: string;
  approved: string;
  change: string;
}

export async function fillContents(app: FastifyInstance): Promise<Filled> {
  const judged = async (body: object) => (await evaluate(app, 'a', body)).body;
  const { evidence_id: mail } = await judged(MAIL);
  const held = await judged({
    action: 'files.wipe',
    agent_id: 'cleaner',
    context: { risk_level: 'critical' },
  });
  const reported = await ask(app, 'a', '/api/v1/evidence/outcomes', {
    body: {
      action: 'mail.send',
      agent_id: 'mail-agent',
      context: { receipt: 'number-77' },
      outcome: 'success',
      executed_at: '2026-01-01T00:00:00Z',
    },
  });
  const decide = `/api/v1/approvals/${held.approval_id}/approve`;
  const { body: decided } = await ask(app, 'a', decide, {
    body: { comment: 'Agreed with Legal', decided_by: 'Bob' },
  });
  const halted = await ask(app, 'a', '/api/v1/core/halts', {
    body: { agent_id: 'cleaner', reason: 'Too eager' },
  });
  assert.equal(halted.status, 200, JSON.stringify(halted.body));
  const [change] = idsIn(await search(app, { action: 'halt.create' }));
  return {
    mail,
    held: held.evidence_id,
    outcome: reported.body.evidence_id,
    approved: decided.resolution_evidence_id,
    change: change ?? '',
  };
}
