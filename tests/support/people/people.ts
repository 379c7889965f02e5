/** People of a running service: the first owner, and the people they invite. They sign in as a browser does. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PRODUCTION_KEY } from '../http/in-process.ts';
import type { RunningService } from '../processes/service.ts';

export const PASSWORD = 'correct-horse-battery-staple-42';
export type InvitedRole = 'admin' | 'approver' | 'auditor' | 'viewer';

export interface HeldRequest {
  action: string;
  agent_id?: string;
  description?: string;
  context?: Record<string, unknown>;
}

/** Calls the service with a key. @throws if it refuses. */
export async function callWithKey<Answer>(
  { baseUrl }: RunningService,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': PRODUCTION_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${await answer.clone().text()}`);
  return (await answer.json()) as Answer;
}

/** An agent asks for an action that a person must approve. @returns the approval's id. */
export async function askPerson(service: RunningService, asked: HeldRequest): Promise<string> {
  const { approval_id: id } = await callWithKey<{ approval_id?: string }>(
    service,
    '/api/v1/core/governance/evaluate',
    { ...asked, context: { risk_level: 'high', confidence_score: 0.95, trust_score: 95, ...asked.context } },
  );
  assert.ok(id, 'the request was not escalated');
  return id;
}

interface Seen {
  status: string;
  decisions: { party: string; decided_by: string; comment: string | null }[];
}

export function approvalOf(service: RunningService, id: string): Promise<Seen> {
  return callWithKey(service, `/api/v1/approvals/${id}`);
}

/** Makes the page's person the first owner. */
export async function joinAsOwner(service: RunningService, page: Page, address: string): Promise<void> {
  const token = /\/join#(\S+)/.exec(service.output())?.[1];
  assert.ok(token, 'the service printed no link for the first owner');
  await join(page, address, { token, name: 'Olga Owner', email: 'olga@acme.example' });
}

/** Makes the page's person a member whom a key invited. @returns their id. */
export async function joinAs(
  service: RunningService,
  page: Page,
  address: string,
  { name, role }: { name: string; role: InvitedRole },
): Promise<string> {
  const email = `${name.split(' ')[0]}@acme.example`.toLowerCase();
  const { link } = await callWithKey<{ link: string }>(service, '/api/v1/members/invitations', {
    email,
    role,
  });
  await join(page, address, { token: link.split('#')[1] ?? '', name });
  const me = await page.request.get(`${address}/api/v1/me`);
  return ((await me.json()) as { id: string }).id;
}

async function join(
  page: Page,
  address: string,
  person: { token: string; name: string; email?: string },
): Promise<void> {
  const answer = await page.request.post(`${address}/auth/join`, {
    headers: { origin: address },
    data: { ...person, password: PASSWORD },
  });
  assert.equal(answer.status(), 200, await answer.text());
}
