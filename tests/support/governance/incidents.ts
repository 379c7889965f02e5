/** Opens incidents. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call } from '../http/in-process.ts';

export const INCIDENTS = '/api/v1/incidents';

export async function openedIncident(
  app: FastifyInstance,
  stated: object = {},
  call: Call = {},
): Promise<Answer['body']> {
  const body = { title: 'A refund to the wrong account', severity: 'minor', ...stated };
  const answer = await ask(app, 'a', INCIDENTS, { ...call, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

export function changedIncident(app: FastifyInstance, id: string, body: object): Promise<Answer> {
  return ask(app, 'a', `${INCIDENTS}/${id}`, { method: 'PATCH', body });
}

export async function closedIncident(app: FastifyInstance, call: Call = {}): Promise<Answer['body']> {
  const { incident_id: id } = await openedIncident(app, {}, call);
  const body = { cause: 'A cause', remedy: 'A remedy' };
  const answer = await ask(app, 'a', `${INCIDENTS}/${id}/close`, { ...call, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** The id of an incident for which the example of this route works: only a closed one can be reopened. */
export async function incidentFor(url: string, app: FastifyInstance): Promise<string> {
  if (!url.includes('{incident_id}')) return '';
  const made = url.endsWith('/reopen') ? await closedIncident(app) : await openedIncident(app);
  return made.incident_id;
}
