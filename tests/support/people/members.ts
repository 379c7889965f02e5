/** Signs people in without the time that checking a password takes. */
import { randomBytes } from 'node:crypto';
import type { Role } from '@assize/service/keys/index.ts';
import { hashToken, sessionCookieOf } from '@assize/service/members/identity/index.ts';
import { inviteMember, joinTenant } from '@assize/service/members/joining/index.ts';
import { recordSignIn } from '@assize/service/members/record/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';

export interface SignedIn {
  memberId: string;
  userId: string;
  email: string;
  token: string;
  /** As a browser sends them. */
  headers: { cookie: string; origin: string; host: string };
}

/** A person with this name joins the tenant, and signs in. */
export async function signedIn(
  service: Service,
  tenantName: string,
  role: Role,
  name = role as string,
  sandboxRole: Role | null = null,
): Promise<SignedIn> {
  const tenant = await findTenant(service.db, tenantName);
  const email = `${name}@${tenantName}.example`.toLowerCase();
  const userId = randomBytes(12).toString('hex');
  const iso = new Date(service.clock.now()).toISOString();
  await service.db
    .insertInto('people')
    .values({
      id: userId,
      name,
      email,
      email_verified: 1,
      two_factor_enabled: 0,
      created_at: iso,
      updated_at: iso,
    })
    .execute();
  const offer = { email, role, sandboxRole };
  const { token: invitation } = await inviteMember(service, tenant, null, offer);
  const { memberId } = await joinTenant(service, invitation, { userId, email });
  const token = await newSession(service, userId);
  return { memberId, userId, email, token, headers: headersWith(service, token) };
}

/** The session is on record, as after a sign-in. @returns its token. */
export async function newSession(service: Service, userId: string, way = 'password'): Promise<string> {
  const { sessionId, token } = await insertedSession(service, userId);
  await recordSignIn(service, { sessionId, userId }, way);
  return token;
}

/** Inserts only the row. */
export async function insertedSession(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  userId: string,
): Promise<{ sessionId: string; token: string }> {
  const token = randomBytes(16).toString('hex');
  const sessionId = randomBytes(12).toString('hex');
  const iso = new Date(clock.now()).toISOString();
  await db
    .insertInto('person_sessions')
    .values({
      id: sessionId,
      user_id: userId,
      token: hashToken(token),
      expires_at: new Date(clock.now() + 7 * 86_400_000).toISOString(),
      ip_address: null,
      user_agent: null,
      created_at: iso,
      updated_at: iso,
    })
    .execute();
  return { sessionId, token };
}

export function headersWith({ config }: Pick<Service, 'config'>, token: string): SignedIn['headers'] {
  const host = 'localhost:80';
  return { cookie: `${sessionCookieOf(config.baseUrl)}=${token}.signature`, origin: `http://${host}`, host };
}
