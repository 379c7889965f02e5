/** Sets and lifts legal holds, and reads what truth verification finds. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, askOk } from '../http/in-process.ts';

const TRUTH = '/api/v1/evidence/truth-verification';

export async function hold(
  app: FastifyInstance,
  filter: object,
  reason = 'Case 2026-31',
): Promise<Answer['body']> {
  return askOk(app, 'a', '/api/v1/holds', { body: { filter, reason } });
}

export async function lift(app: FastifyInstance, id: string): Promise<Answer['body']> {
  const url = `/api/v1/holds/${id}?reason=Closed`;
  return askOk(app, 'a', url, { method: 'DELETE' });
}

export async function requireTrue(app: FastifyInstance): Promise<void> {
  const body = await askOk(app, 'a', TRUTH);
  assert.deepEqual(body.gaps, []);
}
