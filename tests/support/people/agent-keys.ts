/** Makes keys that belong to an agent, through the API. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call } from '../http/in-process.ts';

export const KEYS = '/api/v1/api-keys';

export function createAgentKey(
  app: FastifyInstance,
  agent_id: string,
  more: object = {},
  call: Call = {},
): Promise<Answer> {
  return ask(app, 'a', KEYS, {
    ...call,
    body: { name: `of ${agent_id}`, environment: 'production', agent_id, ...more },
  });
}

/** @returns its secret. */
export async function agentKey(app: FastifyInstance, agentId: string, call: Call = {}): Promise<string> {
  const { status, body } = await createAgentKey(app, agentId, {}, call);
  assert.equal(status, 201, JSON.stringify(body));
  return body.key;
}

export function assertRefused({ status, body }: Answer, what = ''): void {
  assert.equal(status, 403, `${what} ${JSON.stringify(body)}`);
}
