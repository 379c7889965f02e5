/** Asks for approvals, and starts a service whose clock a test can move. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { ApprovalSettings } from '@assize/service/governance/settings/terms/index.ts';
import { buildApp } from '@assize/service/http/app.ts';
import { governed } from '@assize/service/second-person/index.ts';
import { runningStatements } from '@assize/service/usage/account/index.ts';
import { quotasOver } from '@assize/service/usage/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call, evaluate, openWithoutHttp, type Surface } from '../http/in-process.ts';

export const APPROVALS = { a: '/api/v1/approvals', b: '/v1/approvals' } as const;

/** A request that needs a human, and lacks nothing but an approval. */
export const GRAVE = {
  action: 'invoice.pay',
  agent_id: 'agent-7',
  context: { risk_level: 'high', confidence_score: 0.95, trust_score: 95, invoice: { number: 7 } },
};

/** Returns the same request with the approval. */
export function withApproval(approvalId: string): typeof GRAVE;
export function withApproval<Body extends { context: object }>(approvalId: string, body: Body): Body;
export function withApproval(approvalId: string, body: { context: object } = GRAVE): object {
  return { ...body, context: { ...body.context, has_approval: true, approval_id: approvalId } };
}

/** @returns the id of a new pending approval. */
export async function escalated(
  app: FastifyInstance,
  body: object = GRAVE,
  call: Call = {},
): Promise<string> {
  const { status, body: answered } = await evaluate(app, 'b', body, call);
  assert.deepEqual({ status, verdict: answered.verdict }, { status: 200, verdict: 'ESCALATE' });
  return answered.approval_id;
}

export type Verb = 'approve' | 'reject';

export function decide(
  app: FastifyInstance,
  verb: Verb,
  approvalId: string,
  call: Call & { surface?: Surface } = {},
): Promise<Answer> {
  const { surface = 'b', ...rest } = call;
  return ask(app, surface, `${APPROVALS[surface]}/${approvalId}/${verb}`, { body: {}, ...rest });
}

export async function statusOf(app: FastifyInstance, approvalId: string): Promise<string> {
  const { status, body } = await ask(app, 'b', `${APPROVALS.b}/${approvalId}`);
  assert.equal(status, 200);
  return body.status;
}

export interface MovedService {
  service: Service;
  app: FastifyInstance;
  /** Shifts the clock for requests, ms. Chores use the machine's clock. */
  move(ms: number): void;
}

/** @param settings that differ from the default. */
export async function serviceWithClock(
  t: TestContext,
  location: DatabaseLocation,
  settings: Partial<ApprovalSettings> = {},
  environment: Record<string, string> = {},
): Promise<MovedService> {
  const { service } = await openWithoutHttp(t, location, environment);
  let offset = 0;
  const { clock } = service;
  const shifted = { now: () => clock.now() + offset, monotonic: () => clock.monotonic() };
  const approvalSettings = { ...service.approvalSettings, ...settings };
  const moved: Service = {
    ...service,
    ...governed({ ...service, clock: shifted, approvalSettings }),
    clock: shifted,
    quotas: quotasOver(service.db, shifted),
    statements: runningStatements(service.db, shifted),
    approvalSettings,
  };
  const health = { problems: async () => [] };
  const app = await buildApp({
    services: moved,
    health,
    logger: service.log,
    baseUrl: service.config.baseUrl,
  });
  t.after(() => app.close());
  return {
    service: moved,
    app,
    move(ms) {
      offset += ms;
    },
  };
}

/** Returns the parts of an answer that identify a refusal. */
export async function brief(
  answer: Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown }> {
  const { status, body } = await answer;
  return { status, body };
}
