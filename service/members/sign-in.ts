/** The evidence of a sign-in. It is durable before the session can be used. */
import { type ChangeDeps, recordChange } from '../evidence/index.ts';
import type { Place } from './credentials.ts';
import type { Session } from './sessions.ts';

/** @param way how they signed in, such as `password` or `passkey`. */
export function recordSignIn(deps: ChangeDeps, session: Session, way: string): Promise<void> {
  const { party, chain } = session.principals.production;
  return recordSignInAt(deps, { chain, memberId: party }, session.sessionId, way);
}

/** Of a session that goes on in another tenant. */
export async function recordSignInAt(
  deps: ChangeDeps,
  { chain, memberId }: Place,
  sessionId: string,
  way: string,
): Promise<void> {
  await recordChange(deps, {
    chain,
    action: 'member.sign_in',
    actor: memberId,
    change: { member_id: memberId, way, session_id: sessionId },
    statements: [],
  });
}
