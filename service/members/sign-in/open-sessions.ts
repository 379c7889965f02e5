/** A person's sessions: whose they are, which are open, and how one ends. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { hasEnded } from '../identity/sessions.ts';
import { hashToken } from '../identity/single-use.ts';

/** A session as shown to its person. */
export interface OpenSession {
  sessionId: string;
  /** The browser's description of itself; null if it is unknown. */
  userAgent: string | null;
  /** The address that it was begun from. */
  address: string | null;
  startedAt: number;
  /** To half a minute. */
  seenAt: number;
}

/** The most recently used first. */
export async function openSessionsOf(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('person_sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .execute();
  const stored = rows.map((row) => ({
    sessionId: row.id,
    userAgent: row.user_agent || null,
    address: row.ip_address || null,
    startedAt: Date.parse(row.created_at),
    seenAt: row.seen_at ?? Date.parse(row.created_at),
  }));
  const opened = stored.filter((session) => !hasEnded(session, undefined, clock.now()));
  return opened.sort((one, other) => other.seenAt - one.seenAt);
}

/** @throws {Failure} `not_found` if the person has no such session. */
export async function endSession(db: Database, userId: string, sessionId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('person_sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Failure('not_found', 'There is no such session.');
}

export interface SignedInPerson {
  sessionId: string;
  userId: string;
  /** Lower case. */
  email: string;
  /** Whether the person has proven that the address is theirs. */
  isProven: boolean;
  /** The only tenant that the session opens; null: it is the person's own. */
  onlyTenant: string | null;
}

/**
 * The person of a session, even without a place in any tenant: such a session opens only invitations.
 * @returns null if the session has ended. @param token from the cookie.
 */
export async function signedInPerson(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<SignedInPerson | null> {
  const row = await db
    .selectFrom('person_sessions as session')
    .innerJoin('people', 'people.id', 'session.user_id')
    .select([
      'session.id as sessionId',
      'session.user_id as userId',
      'session.created_at',
      'session.seen_at',
      'people.email',
      'people.address_proven_at',
      'session.only_tenant as onlyTenant',
    ])
    .where('session.token', '=', hashToken(token))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { created_at, seen_at, address_proven_at, ...person } = row;
  const startedAt = Date.parse(created_at);
  if (hasEnded({ startedAt, seenAt: seen_at ?? startedAt }, undefined, clock.now())) return null;
  return { ...person, isProven: address_proven_at !== null };
}
