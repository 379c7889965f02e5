/** Asks for payments in sessions, and says where their payees came from. */
import assert from 'node:assert/strict';
import type { Origin } from '@assize/service/evaluation/question/origin.ts';
import { findArtifact } from '@assize/service/evidence/reading/index.ts';
import type { FastifyInstance } from 'fastify';
import { PAY, TOOLS } from '../acts/tools.ts';
import { AGENT, readersIn } from '../governance/sessions.ts';
import { askOk, evaluate } from '../http/in-process.ts';
import type { TestTenant } from '../people/tenants.ts';

/** The tools of `READERS`, those that pay and send, and one that runs programs and returns what they print. */
export async function payingTools(app: FastifyInstance): Promise<void> {
  await readersIn(app);
  for (const entry of [
    { ...PAY, risk_level: 'low', is_irreversible: false },
    { tool: 'mail.send', effect: 'send', targets: [{ path: 'to', kind: 'email', role: 'recipient' }] },
    { tool: 'box.run', effect: 'execute', targets: [], risk_level: 'low' },
  ])
    await askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
}

export const payment = (recipient: string, sessionId: unknown, agent_id = AGENT) => ({
  action: 'bank.pay',
  agent_id,
  context: {
    session_id: sessionId,
    arguments: { recipient, amount: 40 },
    confidence_score: 0.99,
    trust_score: 99,
  },
});

export const sending = (to: string, session_id: string) => ({
  action: 'mail.send',
  agent_id: AGENT,
  context: { session_id, arguments: { to }, confidence_score: 0.99, trust_score: 99 },
});

export interface Judged {
  verdict: string;
  heldFor: string | undefined;
  reasoning: string;
  /** The origin of the first target, as recorded; undefined where no session was seen. */
  origin: string | undefined;
  evidenceId: string;
}

export function judgedPayment(
  tenant: TestTenant,
  recipient: string,
  sessionId: unknown,
  agent_id = AGENT,
): Promise<Judged> {
  return judged(tenant, payment(recipient, sessionId, agent_id));
}

export async function judged(tenant: TestTenant, request: object): Promise<Judged> {
  const { status, body } = await evaluate(tenant.app, 'b', request);
  assert.equal(status, 200, JSON.stringify(body));
  const { verdict, held_for: heldFor, reasoning, evidence_id: evidenceId } = body;
  return { verdict, heldFor, reasoning, evidenceId, origin: await originIn(tenant, evidenceId) };
}

/** The origin that a record states for the first target, and whether a stranger wrote it too. */
export async function originIn({ service, chain }: TestTenant, id: string): Promise<string | undefined> {
  const { payload } = (await findArtifact(service.db, chain, id)) ?? {};
  const { facts } = payload as unknown as { facts: { act: { origins?: Origin[] } } };
  const [first] = facts.act.origins ?? [];
  return first?.also === undefined ? first?.origin : `${first.origin}, also ${first.also}`;
}
