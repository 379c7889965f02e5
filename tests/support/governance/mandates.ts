/** Opens mandates, and asks under them. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, askOk, type Call, evaluate, type Surface } from '../http/in-process.ts';

export const MANDATES = { a: '/api/v1/mandates', b: '/v1/mandates' } as const;
export const AGENT = 'agent-7';
export const NO_MANDATE = `mdt_${'0'.repeat(24)}`;

/** @returns the mandate, as answered. */
export async function opened(
  app: FastifyInstance,
  terms: object = { effects: ['read'] },
  call: Call & { surface?: Surface } = {},
): Promise<Answer['body']> {
  const { surface = 'b', ...rest } = call;
  const body = { agent_id: AGENT, ...terms };
  const answer = await ask(app, surface, MANDATES[surface], { ...rest, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

export type Change = 'narrow' | 'widen' | 'close';

export function changed(
  app: FastifyInstance,
  verb: Change,
  mandateId: string,
  body?: object,
  { surface = 'b', ...call }: Call & { surface?: Surface } = {},
): Promise<Answer> {
  return ask(app, surface, `${MANDATES[surface]}/${mandateId}/${verb}`, { ...call, method: 'POST', body });
}

/** A request of the agent that names a mandate. */
export const under = (mandateId: string, more: { action?: string; context?: object } = {}) => ({
  action: 'look',
  agent_id: AGENT,
  ...more,
  context: { mandate_id: mandateId, ...more.context },
});

export async function verdictUnder(
  app: FastifyInstance,
  mandateId: string,
  more: { action?: string; context?: object } = {},
): Promise<{ verdict: string; reasoning: string; approval_id?: string; evidence_id: string }> {
  const { status, body } = await evaluate(app, 'b', under(mandateId, more));
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Returns the fields that a refusal names. */
export function fieldsOf({ body }: Answer): string[] {
  return body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
}

export async function mandateNow(app: FastifyInstance, mandateId: string): Promise<Answer['body']> {
  return askOk(app, 'b', `${MANDATES.b}/${mandateId}`);
}
