/** Starts reviews of access, and decides about their lines. */
import assert from 'node:assert/strict';
import { tieAccount } from '@assize/service/channels/accounts/index.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask } from '../http/in-process.ts';
import { newIssuer } from '../tokens/issuers.ts';
import { agentKey } from './agent-keys.ts';
import { askAs, newGroup } from './groups.ts';
import { signedIn } from './members.ts';
import type { TestTenant } from './tenants.ts';

export const REVIEWS = '/api/v1/access-reviews';

export interface Line {
  kind: string;
  id: string;
  state: string;
  access: {
    name: string;
    granted: Record<string, unknown>;
    granted_by: string | null;
    since: string;
    last_used_at: string | null;
    ends_at: string | null;
  } | null;
  own: boolean;
  decided: { decision: string; by_self: boolean; at: string; by: string; evidence_id: string } | null;
}

export interface Review {
  review_id: string;
  status: string;
  closed_by: string | null;
  counts: { kept: number; revoked: number; by_self: number };
  alone: boolean;
  lines: Line[];
}

/** A caller of the API who manages members. */
export interface Reviewer {
  app: FastifyInstance;
  who: { headers: Readonly<Record<string, string>> };
}

export function reviewing({ app, who }: Reviewer, path = '', body?: object): Promise<Answer> {
  const call = { key: null, headers: who.headers };
  const sent = body === undefined ? call : { ...call, method: 'POST' as const, body };
  return ask(app, 'a', `${REVIEWS}${path}`, sent);
}

export async function startedReview(reviewer: Reviewer): Promise<Review> {
  const { status, body } = await reviewing(reviewer, '', {});
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

export async function shownReview(reviewer: Reviewer, id: string): Promise<Review> {
  const { status, body } = await reviewing(reviewer, `/${id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export function decided(
  reviewer: Reviewer,
  reviewId: string,
  { kind, id, state }: Line,
  decision: 'kept' | 'revoked',
): Promise<Answer> {
  return reviewing(reviewer, `/${reviewId}/decisions`, { kind, id, state, decision });
}

/** Keeps each line that is not decided, and that the reviewer may keep. */
export async function keptAll(reviewer: Reviewer, reviewId: string): Promise<void> {
  const { lines, alone } = await shownReview(reviewer, reviewId);
  for (const line of lines.filter(({ own, decided: made }) => made === null && (alone || !own))) {
    const { status, body } = await decided(reviewer, reviewId, line, 'kept');
    assert.equal(status, 200, JSON.stringify(body));
  }
}

export const lineIn = ({ lines }: Review, kind: string, id: string): Line =>
  lines.find((line) => line.kind === kind && line.id === id) ?? assert.fail(`no line of ${kind} ${id}`);

/** Two owners, and an approver who is in a group, has a chat account, and whose agent has a key. */
export async function peopled({ app, service, name, key }: TestTenant) {
  const who = await signedIn(service, name, 'owner', 'Olga');
  const other = await signedIn(service, name, 'owner', 'Otto');
  const ann = await signedIn(service, name, 'approver', 'Ann');
  const group = await newGroup(app, who, 'Finance', [ann]);
  const call = { key };
  await ask(app, 'a', '/api/v1/agents', { ...call, body: { agent_id: 'desk', name: 'Desk' } });
  const secret = await agentKey(app, 'desk', call);
  const issuer = await newIssuer(app, `of-${name}`);
  const { code } = (await askAs(app, ann, '/api/v1/members/me/chat-code', { method: 'POST', body: {} })).body;
  const typing = { tenantId: (await service.authenticator.authenticate(key)).tenantId, kind: 'slack' };
  await tieAccount(service, { ...typing, account: 'T1/U1' }, code);
  const { accounts } = (await askAs(app, ann, '/api/v1/members/me/chat-accounts')).body;
  const chat: string = accounts[0].account_id;
  return { reviewer: { app, who }, who, other, ann, group, secret, issuer, chat };
}
