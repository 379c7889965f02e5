/**
 * Keeps SQLite's write-ahead log short without an evaluation ever waiting for it: the pages are copied into the
 * database on the query thread while appends go on, and only once the log has grown long does the appending thread
 * copy the few that are left and begin the log anew.
 */
import { sql } from 'kysely';
import type { Database } from './open.ts';

const LONG_LOG_PAGES = 16_384;

/** @returns whether the log has grown so long that it should begin anew. */
export async function copyLogIntoDatabase(db: Database): Promise<boolean> {
  const { rows } = await sql<{ log: number }>`PRAGMA wal_checkpoint(PASSIVE)`.execute(db);
  return (rows[0]?.log ?? 0) > LONG_LOG_PAGES;
}

/** At the end: the database alone holds everything, and the log is empty. */
export async function emptyLog(db: Database): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}
