/** Where a person is signed in, and the end of one of these sessions. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { hasEnded } from '../identity/sessions.ts';

/** A session as its person recognizes it. */
export interface OpenSession {
  sessionId: string;
  /** What the browser called itself; null where that is not known. */
  userAgent: string | null;
  /** Where it was begun from. */
  address: string | null;
  startedAt: number;
  /** To half a minute. */
  seenAt: number;
}

/** The last used first. */
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

/** @throws {Failure} `not_found` where the person has no such session. */
export async function endSession(db: Database, userId: string, sessionId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('person_sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Failure('not_found', 'There is no such session.');
}
