/** Reports results of calls, and asks about sessions. */
import assert from 'node:assert/strict';
import type { WrittenEntry } from '@assize/act-reading/tools';
import type { FastifyInstance } from 'fastify';
import { TOOLS } from '../acts/tools.ts';
import { type Answer, ask, type Call, evaluate, type Surface } from '../http/in-process.ts';

export const SESSIONS = { a: '/api/v1/sessions', b: '/v1/sessions' } as const;
export const AGENT = 'agent-7';

/** A register of the tenant's, a mailbox, a tool that makes something, and one whose entry does not say. */
export const READERS: readonly WrittenEntry[] = [
  { tool: 'crm.find', effect: 'read', result: 'own', confidentiality: 'confidential' },
  {
    tool: 'mail.read',
    effect: 'read',
    result: 'content',
    result_fields: { from: 'own' },
    confidentiality: 'internal',
  },
  { tool: 'files.create', effect: 'write', result: 'own' },
  { tool: 'misc.look', effect: 'read' },
];

export async function readersIn(app: FastifyInstance): Promise<void> {
  for (const entry of READERS) {
    const { status, body } = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
    assert.equal(status, 200, JSON.stringify(body));
  }
}

/** The evaluation of a call. @returns its evidence id. */
export async function called(
  app: FastifyInstance,
  sessionId: string | undefined,
  {
    action = 'crm.find',
    agent_id = AGENT,
    context = {},
  }: { action?: string; agent_id?: string; context?: object } = {},
  call: Call = {},
): Promise<string> {
  const body = { action, agent_id, context: { session_id: sessionId, arguments: {}, ...context } };
  const answer = await evaluate(app, 'b', body, call);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.evidence_id;
}

export function reported(
  app: FastifyInstance,
  sessionId: string,
  body: unknown,
  { surface = 'b', ...call }: Call & { surface?: Surface } = {},
): Promise<Answer> {
  return ask(app, surface, `${SESSIONS[surface]}/${encodeURIComponent(sessionId)}/results`, {
    ...call,
    body,
  });
}

/** A call and the report of its result. */
export async function read(
  app: FastifyInstance,
  sessionId: string,
  result: unknown,
  more: Parameters<typeof called>[2] = {},
): Promise<Answer['body']> {
  const evaluation_id = await called(app, sessionId, more);
  const { status, body } = await reported(app, sessionId, { evaluation_id, result });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
