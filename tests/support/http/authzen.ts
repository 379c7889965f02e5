/** The example of the standard, and how to send it. */
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call } from './in-process.ts';

export const EVALUATION = '/access/v1/evaluation';
export const EVALUATIONS = '/access/v1/evaluations';
export const ALICE = { type: 'user', id: 'alice@acmecorp.com' };
export const READ = { name: 'can_read' };

/** Section 6.1.1. */
export const REQUEST = {
  subject: ALICE,
  resource: { type: 'account', id: '123' },
  action: { ...READ, properties: { method: 'GET' } },
  context: { time: '1985-10-26T01:22-07:00' },
};
export function post(app: FastifyInstance, url: string, body: unknown, call: Call = {}): Promise<Answer> {
  return ask(app, 'b', url, { method: 'POST', body, ...call });
}

export async function recorded(app: FastifyInstance): Promise<number> {
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_eval' },
  });
  return body.total;
}
