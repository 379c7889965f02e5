/** Asks for compliance checks, and sets up a tenant with full governance. */
import assert from 'node:assert/strict';
import { createKey, type Scope } from '@assize/service/keys/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE } from '../approvals/approvals.ts';
import { type Answer, ask, type Call, evaluate } from '../http/in-process.ts';

export const COMPLIANCE = '/api/v1/core/compliance';

export function checkCompliance(app: FastifyInstance, body: object, call: Call = {}): Promise<Answer> {
  return ask(app, 'a', `${COMPLIANCE}/check`, { ...call, body });
}

/** A check's answer, untyped, because the test looks at it. */
export type Checked = Answer['body'];

export async function checked(app: FastifyInstance, body: object, call: Call = {}): Promise<Checked> {
  const { status, body: answered } = await checkCompliance(app, body, call);
  assert.equal(status, 200, JSON.stringify(answered));
  return answered;
}

export function findingOf(answered: Checked, id: string): Checked {
  const found = answered.checks.find((each: Checked) => each.id === id);
  assert.ok(found, `no check ${id}`);
  return found;
}

export function resultsOf(answered: Checked): Record<string, string> {
  return Object.fromEntries(answered.checks.map(({ id, result }: Checked) => [id, result]));
}

export function controlOf(answered: Checked, id: string): Checked {
  const found = answered.controls.find((each: Checked) => each.id === id);
  assert.ok(found, `no control ${id}`);
  return found;
}

const PLAIN = { action: 'email.send', agent_id: 'agent-1', context: { risk_level: 'low' } };

export interface Hands {
  /** Secrets of the keys that ask, and of those that decide and report. */
  agent: string;
  officer: string;
}

export interface Conduct {
  /** Evidence ids. */
  proceeded: string[];
  blocked: string;
}

/** Ten actions that proceed, with good outcomes; one is approved, one rejected, one blocked. */
export async function behaveWell(app: FastifyInstance, { agent, officer }: Hands): Promise<Conduct> {
  const proceeded: string[] = [];
  for (let number = 0; number < 10; number += 1) {
    const { body } = await evaluate(app, 'b', PLAIN, { key: agent });
    assert.equal(body.verdict, 'PROCEED', JSON.stringify(body));
    proceeded.push(body.evidence_id);
    await report(app, body.evidence_id, { key: officer });
  }
  for (const verb of ['approve', 'reject'] as const) {
    const approval = await escalated(app, GRAVE, { key: agent });
    const decision = { decided_by: 'ada@example.org' };
    const { status } = await decide(app, verb, approval, { key: officer, body: decision });
    assert.equal(status, 200);
  }
  return { proceeded, blocked: await beBlocked(app, agent) };
}

/** @returns the evidence id. */
export async function beBlocked(app: FastifyInstance, key: string): Promise<string> {
  const barred = { ...PLAIN, context: { risk_level: 'critical', is_irreversible: true } };
  const { body } = await evaluate(app, 'b', barred, { key });
  assert.equal(body.verdict, 'BLOCK');
  return body.evidence_id;
}

export async function report(
  app: FastifyInstance,
  evaluation: string,
  call: Call = {},
  outcome = 'success',
): Promise<string> {
  const body = {
    action: PLAIN.action,
    agent_id: PLAIN.agent_id,
    context: {},
    outcome,
    executed_at: '2026-01-01T00:00:00Z',
    evaluation_id: evaluation,
  };
  const answer = await ask(app, 'b', '/v1/evidence', { ...call, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.evidence_id;
}

/** Makes keys as recommended, and no others: agents can only evaluate, and another key can halt them. */
export async function wellKeyed(app: FastifyInstance, service: Service): Promise<Hands> {
  // Made by the operator: keys that one key made would be one party.
  const agent = await newKey(service, 'agent', ['governance:evaluate']);
  const officer = await newKey(service, 'officer', ['evidence:read', 'evidence:write', 'keys:manage']);
  const { body } = await ask(app, 'a', '/api/v1/api-keys', { key: officer });
  for (const { id, name, environment, scopes } of body.keys) {
    if (environment !== 'production' || name === 'agent' || name === 'officer') continue;
    assert.ok(scopes.length > 1);
    const { status } = await ask(app, 'a', `/api/v1/api-keys/${id}`, { method: 'DELETE', key: officer });
    assert.equal(status, 200);
  }
  return { agent, officer };
}

async function newKey(service: Service, name: string, scopes: Scope[]): Promise<string> {
  const tenant = await findTenant(service.db, 'default');
  const created = await createKey(service, tenant, null, { name, environment: 'production', scopes });
  return created?.secret ?? assert.fail('the key was not stored');
}
