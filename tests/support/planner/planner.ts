/** A service with two accepted tools, whose planner can be any behaviour of the stand-in model. */

import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { FastifyInstance } from 'fastify';
import { TOOLS } from '../acts/tools.ts';
import {
  type Answer,
  ask,
  askOk,
  type Call,
  type Surface,
  startTestService,
  type TestService,
} from '../http/in-process.ts';
import { type Behaviour, type StandInModel, startModel, TASK } from './model.ts';

export const PLANNER = '/api/v1/planner';
export const KEY = 'sk-secret-0123456789';
export const PLAN_AT: Record<Surface, string> = { a: '/api/v1/mandates/plan', b: '/v1/mandates/plan' };
/** Under which a production planner may be at the stand-in. */
export const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };

export interface PlannerWorld extends TestService {
  model: StandInModel;
  setTo(behaviour: Behaviour, more?: object): Promise<void>;
  plan(surface?: Surface): Promise<Answer>;
}

export async function plannerWorld(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = ALLOWING,
): Promise<PlannerWorld> {
  const model = await startModel(t);
  const { app, service } = await startTestService(t, location, environment);
  await acceptTools(app);
  return {
    model,
    app,
    service,
    async setTo(behaviour, more = {}) {
      const { api = 'openai' } = more as { api?: 'openai' | 'anthropic' };
      await putPlanner(app, { url: model.url(behaviour, api), ...more });
    },
    plan: (surface = 'a') => planAt(app, surface),
  };
}

export async function acceptTools(app: FastifyInstance): Promise<void> {
  const entries = [
    { tool: 'files.read', effect: 'read', description: 'Reads a file.' },
    {
      tool: 'mail.send',
      effect: 'send',
      description: 'Sends a mail.',
      targets: [{ path: 'to', kind: 'email', role: 'recipient' }],
    },
  ];
  for (const entry of entries) await askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
}

export function putPlanner(app: FastifyInstance, body: object, call: Call = {}): Promise<Answer['body']> {
  return askOk(app, 'a', PLANNER, {
    method: 'PUT',
    body: { api: 'openai', model: 'model-1', key: KEY, timeout_ms: 5000, ...body },
    ...call,
  });
}

export function planAt(app: FastifyInstance, surface: Surface, call: Call = {}): Promise<Answer> {
  return ask(app, surface, PLAN_AT[surface], { body: { task: TASK, agent_id: 'agent-7' }, ...call });
}
