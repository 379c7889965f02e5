/** The evidence of a sign-in. It is durable before the session can be used. */
import type { JsonObject } from '@assize/evidence-format';
import type { Session } from '../identity/sessions.ts';
import type { MemberDeps } from '../member.ts';
import { statedOf } from './changes.ts';
import { isPassing, SESSION } from './digests.ts';
import { recordOfPerson } from './of-person.ts';

type SignedIn = Pick<Session, 'sessionId' | 'userId'>;

const ACTION = 'member.sign_in';

/**
 * Each tenant that the session may look at has the record, with what was signed in with: a password that was put in for
 * this one sign-in and taken out again has none other.
 * @param way how they signed in, such as `password` or `passkey`.
 */
export async function recordSignIn(deps: MemberDeps, session: SignedIn, way: string): Promise<void> {
  await recordOfPerson(deps, session.userId, ACTION, await signInOf(deps, session, way));
}

async function signInOf(deps: MemberDeps, { sessionId, userId }: SignedIn, way: string): Promise<JsonObject> {
  const stated = Object.entries(await statedOf(deps, userId));
  const own = stated.filter(([name]) => !isPassing(name) || name === `${SESSION}${sessionId}`);
  return { way, session_id: sessionId, person: Object.fromEntries(own) };
}
