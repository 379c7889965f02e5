/**
 * Keeps SQLite's write-ahead log short without making an evaluation wait: the query thread copies its pages into the
 * database while appends go on. Once the log has grown long, the appending thread copies the few pages that are left
 * and restarts the log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Failure } from '../../foundation/failure.ts';
import type { Database } from '../open.ts';
import { TURN_MS } from './file.ts';

const LONG_LOG_PAGES = 16_384;
/** Pause between two attempts to find the log unused. */
const TRY_EVERY_MS = 20;

/** @returns whether the log has grown so long that it should be restarted. */
export async function copyLogIntoDatabase(db: Database): Promise<boolean> {
  const { rows } = await sql<{ log: number }>`PRAGMA wal_checkpoint(PASSIVE)`.execute(db);
  return (rows[0]?.log ?? 0) > LONG_LOG_PAGES;
}

/** Call this at the end: afterwards the database file holds everything, and the log is empty. */
export async function emptyLog(db: Database): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}

/**
 * Deleted rows are already zeros in the database (`secure_delete`); their old pages remain in the log. It is emptied at
 * a moment when no connection uses it; finding that moment never holds a lock.
 */
export async function eraseFromSqlite(db: Database, limitMs: number): Promise<boolean> {
  for (let tries = Math.ceil(limitMs / TRY_EVERY_MS); tries > 0; tries -= 1) {
    await copyLogIntoDatabase(db);
    if (await emptyLogIfUnused(db)) return true;
    await sleep(TRY_EVERY_MS);
  }
  return false;
}

function emptyLogIfUnused(db: Database): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`PRAGMA busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(connection);
      return rows[0]?.busy === 0;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    } finally {
      await sql`PRAGMA busy_timeout = ${sql.lit(TURN_MS)}`.execute(connection);
    }
  });
}
