/** Asks for erasures, and waits for their certificates. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask } from '../http/in-process.ts';
import { until } from '../until.ts';

export const ERASURES = '/api/v1/evidence/erasures';

export function erase(app: FastifyInstance, subject: string, more: object = {}): Promise<Answer> {
  return ask(app, 'a', ERASURES, { body: { subject, reason: 'Erasure request 2026-117', ...more } });
}

export async function preview(app: FastifyInstance, subject: string): Promise<Answer['body']> {
  const { status, body } = await erase(app, subject, { preview: true });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export async function certified(app: FastifyInstance, id: string): Promise<Answer['body']> {
  let erasure: Answer['body'] = null;
  await until(async () => {
    ({ body: erasure } = await ask(app, 'a', `${ERASURES}/${id}`));
    return erasure.status === 'certified';
  });
  return erasure;
}
