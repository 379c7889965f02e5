/** Makes groups, stand-ins and routes, as an owner does. */
import assert from 'node:assert/strict';
import type { ApprovalRoute } from '@assize/service/governance/settings/routes/index.ts';
import type { FastifyInstance } from 'fastify';
import { change } from '../governance/settings.ts';
import { type Answer, ask, type Call } from '../http/in-process.ts';
import type { SignedIn } from './members.ts';

export const GROUPS = '/api/v1/groups';

/** @param method by default POST with a body, and GET without. */
export function askAs(
  app: FastifyInstance,
  { headers }: Pick<SignedIn, 'headers'>,
  url: string,
  call: Pick<Call, 'method' | 'body'> = {},
): Promise<Answer> {
  return ask(app, 'a', url, { key: null, ...call, headers: { ...headers } });
}

/** @returns its id. */
export async function newGroup(
  app: FastifyInstance,
  owner: SignedIn,
  name: string,
  people: readonly SignedIn[],
): Promise<string> {
  const body = { name, members: people.map(({ memberId }) => memberId) };
  const made = await askAs(app, owner, GROUPS, { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.group_id;
}

/** @param whom `me`, or the id of a member. @param hours how long, from now. */
export function standInFor(
  app: FastifyInstance,
  who: SignedIn,
  whom: string,
  standIn: SignedIn,
  { from = 0, hours = 24, now = Date.now() }: { from?: number; hours?: number; now?: number } = {},
): Promise<Answer> {
  const at = (ms: number) => new Date(now + ms).toISOString();
  const body = { member_id: standIn.memberId, from: at(from), to: at(hours * 3_600_000) };
  return askAs(app, who, `/api/v1/members/${whom}/stand-in`, { method: 'PUT', body });
}

export async function setRoutes(app: FastifyInstance, routes: ApprovalRoute[]): Promise<void> {
  await change(app, ({ approvals }) => ({ approvals: { ...approvals, routes } }));
}

export function decideAs(
  app: FastifyInstance,
  who: Pick<SignedIn, 'headers'>,
  verb: 'approve' | 'reject',
  approvalId: string,
): Promise<Answer> {
  return askAs(app, who, `/api/v1/approvals/${approvalId}/${verb}`, { method: 'POST', body: {} });
}
