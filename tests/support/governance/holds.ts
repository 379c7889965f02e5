/** Sets and lifts legal holds, and reads what truth verification finds. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask } from '../http/in-process.ts';

const TRUTH = '/api/v1/evidence/truth-verification';

export async function hold(
  app: FastifyInstance,
  filter: object,
  reason = 'Case 2026-31',
): Promise<Answer['body']> {
  const { status, body } = await ask(app, 'a', '/api/v1/holds', { body: { filter, reason } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export async function lift(app: FastifyInstance, id: string): Promise<Answer['body']> {
  const url = `/api/v1/holds/${id}?reason=Closed`;
  const { status, body } = await ask(app, 'a', url, { method: 'DELETE' });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export async function requireTrue(app: FastifyInstance): Promise<void> {
  const { status, body } = await ask(app, 'a', TRUTH);
  assert.equal(status, 200);
  assert.deepEqual(body.gaps, []);
}
