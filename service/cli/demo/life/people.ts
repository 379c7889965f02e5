/** The people of the demo. None has a password: they are signed in here, and later only by a link of the operator. */
import type { Role } from '../../../keys/index.ts';
import { inviteMember, joinTenant } from '../../../members/joining/index.ts';
import { recordSignIn } from '../../../members/record/index.ts';
import type { Tenant } from '../../../tenants/index.ts';
import type { Service } from '../../../wiring.ts';
import type { Ask, Asking } from '../asking.ts';

/** No mail ever reaches an address in this domain (RFC 2606). */
const DEMO_DOMAIN = 'demo.invalid';
const WAY = 'assize demo';

interface DemoPerson {
  name: string;
  role: Role;
}

export const PEOPLE = {
  dana: { name: 'Dana Reyes', role: 'owner' },
  milan: { name: 'Milan Okafor', role: 'approver' },
  sofia: { name: 'Sofia Lind', role: 'approver' },
  priya: { name: 'Priya Nair', role: 'auditor' },
} as const satisfies Record<string, DemoPerson>;
export type PersonKey = keyof typeof PEOPLE;

export interface Joined {
  memberId: string;
  userId: string;
  /** Each time anew: a session lasts a week at most, and the demo a month. */
  signIn(): Promise<Ask>;
}

export function addressOf(key: PersonKey): string {
  return `${key}@${DEMO_DOMAIN}`;
}

/** A person joins. */
export async function joined(
  service: Service,
  asking: Asking,
  tenant: Tenant,
  key: PersonKey,
): Promise<Joined> {
  const { name, role } = PEOPLE[key];
  const email = addressOf(key);
  const identity = await service.identity();
  const { userId } = await identity.createPerson({ email, name, password: null });
  const { token } = await inviteMember(service, tenant, null, { email, role, sandboxRole: null });
  const { memberId } = await joinTenant(service, token, { userId, email });
  return { memberId, userId, signIn: () => signedIn(service, asking, userId) };
}

async function signedIn(service: Service, asking: Asking, userId: string): Promise<Ask> {
  const identity = await service.identity();
  await identity.endSessions(userId);
  const cookie = await identity.beginSession(userId, { address: '127.0.0.1', userAgent: WAY });
  const { id: sessionId } = await service.db
    .selectFrom('person_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await recordSignIn(service, { sessionId, userId }, WAY);
  return asking.withSession(cookie);
}
