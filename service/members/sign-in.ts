/** The evidence of a sign-in. It is durable before the session can be used. */
import { type ChangeDeps, recordChange } from '../evidence/index.ts';
import type { Session } from './sessions.ts';

/** @param way how they signed in, such as `password` or `passkey`. */
export async function recordSignIn(deps: ChangeDeps, session: Session, way: string): Promise<void> {
  const { party, chain } = session.principals.production;
  await recordChange(deps, {
    chain,
    action: 'member.sign_in',
    actor: party,
    change: { member_id: party, way, session_id: session.sessionId },
    statements: [],
  });
}
