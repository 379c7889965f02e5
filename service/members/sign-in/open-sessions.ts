/** Lists and ends a person's sessions. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { hasEnded } from '../identity/sessions.ts';

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
