/** Asks for payments in sessions, and says where their payees came from. */
import assert from 'node:assert/strict';
import { findArtifact } from '@assize/service/evidence/reading/index.ts';
import type { FastifyInstance } from 'fastify';
import { PAY, TOOLS } from '../acts/tools.ts';
import { AGENT, readersIn } from '../governance/sessions.ts';
import { askOk, evaluate } from '../http/in-process.ts';
import type { TestTenant } from '../people/tenants.ts';

/** The tools of `READERS`, one that pays, and one that runs programs and returns what they print. */
export async function payingTools(app: FastifyInstance): Promise<void> {
  await readersIn(app);
  for (const entry of [
    { ...PAY, risk_level: 'low', is_irreversible: false },
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

export interface Judged {
  verdict: string;
  heldFor: string | undefined;
  reasoning: string;
  /** Where the payee came from, as recorded; undefined where no session was seen. */
  origin: string | undefined;
  evidenceId: string;
}

export async function judgedPayment(
  tenant: TestTenant,
  recipient: string,
  sessionId: unknown,
  agent_id = AGENT,
): Promise<Judged> {
  const { status, body } = await evaluate(tenant.app, 'b', payment(recipient, sessionId, agent_id));
  assert.equal(status, 200, JSON.stringify(body));
  const { verdict, held_for: heldFor, reasoning, evidence_id: evidenceId } = body;
  return { verdict, heldFor, reasoning, evidenceId, origin: await originIn(tenant, evidenceId) };
}

/** The origin that a record states for the payee. */
export async function originIn({ service, chain }: TestTenant, id: string): Promise<string | undefined> {
  const { payload } = (await findArtifact(service.db, chain, id)) ?? {};
  const { facts } = payload as unknown as { facts: { act: { origins?: { origin: string }[] } } };
  return facts.act.origins?.[0]?.origin;
}
