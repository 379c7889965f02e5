/** A person who signs in: what their browser sends, and what comes back. */
import assert from 'node:assert/strict';
import { inviteMember } from '@assize/service/members/joining/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import type { FastifyInstance } from 'fastify';
import type { TestService } from '../http/in-process.ts';

export const HERE = { host: 'localhost:80', origin: 'http://localhost:80' };
export const EMAIL = 'dana@acme.example';
export const PASSWORD = 'violet harbour tonight 47';
export const OTHER = 'granite pelican seldom 12';

export async function post(
  app: FastifyInstance,
  url: string,
  body: object,
  headers: object = {},
  from = '10.0.0.1',
) {
  const named = { ...HERE, 'content-type': 'application/json', ...headers };
  const sent = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const options = { method: 'POST' as const, url, headers: sent, remoteAddress: from };
  const answer = await app.inject({ ...options, payload: JSON.stringify(body) });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const session = cookies.find((each) => /^assize\.session=[^;]/.test(each));
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  return { status: answer.statusCode, body: answer.json(), session, cookie };
}

export async function me(app: FastifyInstance, cookie: string): Promise<number> {
  return (await app.inject({ url: '/api/v1/me', headers: { ...HERE, cookie } })).statusCode;
}

export async function invitation({ service }: TestService, email: string | null) {
  const tenant = await findTenant(service.db, 'default');
  return (await inviteMember(service, tenant, null, { email, role: 'owner', sandboxRole: null })).token;
}

export async function joined(started: TestService) {
  const token = await invitation(started, null);
  const answer = await post(started.app, '/auth/join', {
    token,
    name: 'Dana',
    email: EMAIL,
    password: PASSWORD,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { token, cookie: answer.cookie };
}

export const signIn = (app: FastifyInstance, password = PASSWORD, from?: string) =>
  post(app, '/auth/sign-in/email', { email: EMAIL, password }, {}, from);

/** Five wrong passwords on a shared address make a pause, which is extended beyond any test's length. */
export async function lengthenPauses({ service }: Pick<TestService, 'service'>): Promise<void> {
  await service.db
    .updateTable('sign_in_failures')
    .set((row) => ({ failures: row('failures', '+', 20) }))
    .where('subject', 'like', 'pair:%')
    .where('failures', '>=', 5)
    .execute();
}
