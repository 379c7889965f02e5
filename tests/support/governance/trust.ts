/** Agents that act, outcomes that are reported, and the resulting trust. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, askOk, evaluate } from '../http/in-process.ts';
import { until } from '../until.ts';

export { assertTrue } from '../http/in-process.ts';

export const TRUST_SCORES = '/api/v1/core/trust';
const EXECUTED_AT = '2026-01-01T00:00:00Z';

export async function act(
  app: FastifyInstance,
  agent_id: string,
  context: object,
  outcome?: string,
): Promise<Answer['body']> {
  const { body } = await evaluate(app, 'a', { action: 'mail.send', context, agent_id });
  if (outcome !== undefined) assert.equal((await report(app, body.evidence_id, outcome)).status, 201);
  return body;
}

export function report(
  app: FastifyInstance,
  evaluation_id: string | undefined,
  outcome: string,
): Promise<Answer> {
  const body = { action: 'mail.send', context: {}, outcome, executed_at: EXECUTED_AT, evaluation_id };
  return ask(app, 'b', '/v1/evidence', { body });
}

export async function trustOf(app: FastifyInstance, agent: string, key?: string): Promise<Answer['body']> {
  return askOk(app, 'a', `${TRUST_SCORES}/${encodeURIComponent(agent)}`, key ? { key } : {});
}

export async function settled(service: Service): Promise<void> {
  await until(async () => {
    const left = await service.db.selectFrom('trust_causes').select('evidence_id').execute();
    return left.length === 0;
  });
}
