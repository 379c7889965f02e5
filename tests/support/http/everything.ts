/** Makes one of everything that a tenant can have, as its owner, from the examples in the API description. */
import assert from 'node:assert/strict';
import { tieAccount } from '@assize/service/channels/accounts/index.ts';
import type { FastifyInstance } from 'fastify';
import { writeMessage } from '../channels/channels.ts';
import type { SignedIn } from '../people/members.ts';
import { writeDelivery } from '../webhooks/webhook-endpoints.ts';
import { type Answer, ask, type TestService } from './in-process.ts';
import type { Route } from './routes.ts';

/** A value for each parameter of an address. */
export type Ids = Record<string, string>;
type Headers = SignedIn['headers'];

/** @returns, for `POST /path`, the body of the description's example; `{}` if there is none. */
export async function examplesOf(app: FastifyInstance): Promise<(route: Route) => object> {
  const { body } = await ask(app, 'a', '/openapi.json', { key: null });
  return ({ method, url }) => {
    const path = url.replace(/:(\w+)/g, '{$1}').replace('*', '{*}');
    const content = body.paths[path]?.[method.toLowerCase()]?.requestBody?.content?.['application/json'];
    return structuredClone(content?.example ?? {});
  };
}

/** @param marker is put into the payload of each evaluation. */
export async function makeEverything(
  { app, service }: TestService,
  headers: Headers,
  exampleOf: (route: Route) => object,
  marker: string,
): Promise<Ids> {
  const call = async (method: Route['method'], path: string, body?: object, at = path) => {
    const url = `/api/v1${at}`;
    const payload = body ?? exampleOf({ method, url: `/api/v1${path}`, config: {} });
    const sent = method === 'GET' ? {} : { payload };
    const answer = await app.inject({ method: method as 'GET', url, headers, ...sent });
    assert.ok(answer.statusCode < 300, `${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  };
  const context = {
    risk_level: 'high',
    confidence_score: 0.95,
    trust_score: 95,
    arguments: { note: marker },
  };
  const asked = await call('POST', '/core/governance/evaluate', {
    action: 'mail.send',
    agent_id: 'agent-7',
    context,
  });
  assert.ok(asked.approval_id, 'it was not escalated');
  const { items: found } = await call('POST', '/evidence/search', { artifact_type: 'governance_eval' });
  const mandate = await call('POST', '/mandates');
  const check = await call('POST', '/core/compliance/check');
  const key = await call('POST', '/api-keys');
  const invitation = await call('POST', '/members/invitations', {
    email: `${marker}@invited.example`,
    role: 'viewer',
  });
  const name = `policy-${marker}`;
  await call('POST', '/policies', { ...exampleOf(routeTo('/policies')), name });
  await call('POST', '/targets');
  const { items: targets } = await call('GET', '/targets');
  await call('PUT', '/tools');
  const { items: tools } = await call('GET', '/tools');
  const ids: Record<string, string | undefined> = {
    id: found[0].id,
    tenant_id: 'default',
    evidence_id: check.evidence_id,
    ...(await agentHaltAndGroup(call, marker)),
    ...(await issuerOf(call, { ...exampleOf(routeTo('/issuers')), audience: marker })),
    ...(await heldAndErased(call, marker)),
    approval_id: asked.approval_id,
    mandate_id: mandate.mandate_id,
    budget_id: (await call('POST', '/budgets')).budget_id,
    incident_id: (await call('POST', '/incidents')).incident_id,
    review_id: await reviewOf(call),
    export_id: (await call('POST', '/evidence/export')).export_id,
    key_id: key.id,
    invitation_id: invitation.invitation_id,
    account_id: await chatAccountOf(call, service),
    ...(await sentTo(call, service)),
    ...(await browserOf(call, exampleOf(routeTo('/members/me/push-subscriptions')))),
    target_id: targets[0].target_id,
    tool_id: tools[0].tool_id,
    name,
  };
  for (const [parameter, value] of Object.entries(ids)) assert.ok(value, `${parameter} is not known`);
  return ids as Ids;
}

/** Only one is open at a time. */
async function reviewOf(call: Ask): Promise<string> {
  const { items } = await call('GET', '/access-reviews', {});
  return (items[0] ?? (await call('POST', '/access-reviews', {}))).review_id;
}

const NEW_CHANNEL = { kind: 'teams', name: 'Finance', secrets: { url: 'https://workflow.invalid/flow' } };

const NEW_SINK = { kind: 'syslog', name: 'SIEM', options: { host: 'siem.invalid' } };

async function sentTo(call: Ask, service: TestService['service']): Promise<Ids> {
  const { id: endpoint_id } = await call('POST', '/webhooks', { url: 'https://receiver.invalid/hook' });
  const { id: channel_id } = await call('POST', '/channels', NEW_CHANNEL);
  const written = { status: 'failed', createdAt: service.clock.now() } as const;
  const event_id = await writeDelivery(service, endpoint_id, written);
  const { id: sink_id } = await call('POST', '/sinks', NEW_SINK);
  // Otherwise it would change by itself, as it tries to send.
  await call('POST', `/sinks/${sink_id}/pause`, {});
  const sunk = { sink_id, stream: 'evidence', number: '0' };
  return { ...sunk, endpoint_id, event_id, channel_id, message_id: await writeMessage(service, channel_id) };
}

type Ask = (method: Route['method'], path: string, body: object) => Promise<Answer['body']>;

/** A session of no agent, so that a request that names none finds it. */
async function sessionOf(call: Ask, sessionId: string): Promise<string> {
  const asked = { action: 'mail.read', context: { session_id: sessionId } };
  const { evidence_id: evaluation_id } = await call('POST', '/core/governance/evaluate', asked);
  await call('POST', `/sessions/${sessionId}/results`, { evaluation_id, result: 'ann@example.com' });
  return sessionId;
}

async function agentHaltAndGroup(call: Ask, marker: string): Promise<Ids> {
  const { halt_id } = await call('POST', '/core/halts', { agent_id: `halted-${marker}`, reason: 'A test' });
  const { agent_id } = await call('POST', '/agents', { agent_id: `agent-${marker}` });
  const { group_id } = await call('POST', '/groups', { name: 'Finance', members: [] });
  return { halt_id, agent_id, group_id };
}

async function browserOf(call: Ask, body: object): Promise<Ids> {
  const { subscription_id } = await call('POST', '/members/me/push-subscriptions', body);
  return { subscription_id };
}

async function issuerOf(call: Ask, body: object): Promise<Ids> {
  const { issuer_id } = await call('POST', '/issuers', body);
  return { issuer_id };
}

async function chatAccountOf(call: Ask, service: TestService['service']): Promise<string> {
  const { tenant } = await call('GET', '/me', {});
  const { code } = await call('POST', '/members/me/chat-code', {});
  const typing = { tenantId: tenant.id, kind: 'slack', account: 'T0EVERYTHING/U0OWNER' };
  assert.ok(typeof (await tieAccount(service, typing, code)) === 'object', 'it was not tied');
  const { accounts } = await call('GET', '/members/me/chat-accounts', {});
  return accounts[0].account_id;
}

/** The hold and the erasure find nothing. */
async function heldAndErased(call: Ask, marker: string): Promise<Ids> {
  const reason = 'A test';
  const { hold_id } = await call('POST', '/holds', { filter: { actors: ['held'] }, reason });
  const erased = { subject: `erased-${marker}`, reason };
  const { erasure_id } = await call('POST', '/evidence/erasures', erased);
  return { hold_id, erasure_id, session_id: await sessionOf(call, `session-${marker}`) };
}

/** Parameters that are the same for every tenant. */
export const COMMON: Ids = {
  '*': '0/000',
  framework: 'eu_ai_act',
  control: 'Article 4',
  month: '2026-01',
  version: '1',
  actor_id: 'agent-7',
};

/** @throws if a parameter has no value. */
export function addressOf({ url }: Route, ids: Ids): string {
  return url.replace(/:(\w+)|\*/g, (whole, name) => ids[name ?? whole] ?? assert.fail(`${whole} in ${url}`));
}

function routeTo(path: string): Route {
  return { method: 'POST', url: `/api/v1${path}`, config: {} };
}
