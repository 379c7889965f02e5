/** Who a session belongs to, also where they have no place in any tenant yet: then it opens nothing but invitations. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { hasEnded } from '../identity/sessions.ts';
import { hashToken } from '../identity/token-hash.ts';

export interface SignedInPerson {
  sessionId: string;
  userId: string;
  /** Lower case. */
  email: string;
  /** Whether the address is known to be theirs. */
  isProven: boolean;
}

/** null where the session has ended. @param token as the cookie has it. */
export async function signedInPerson(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<SignedInPerson | null> {
  const row = await db
    .selectFrom('person_sessions as session')
    .innerJoin('people', 'people.id', 'session.user_id')
    .select([
      'session.id',
      'session.user_id',
      'session.created_at',
      'session.seen_at',
      'people.email',
      'people.address_proven_at',
    ])
    .where('session.token', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) return null;
  const startedAt = Date.parse(row.created_at);
  if (hasEnded({ startedAt, seenAt: row.seen_at ?? startedAt }, undefined, clock.now())) return null;
  return {
    sessionId: row.id,
    userId: row.user_id,
    email: row.email,
    isProven: row.address_proven_at !== null,
  };
}
