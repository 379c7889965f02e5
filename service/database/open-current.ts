/**
 * Opens the database as the service needs it: there, and brought up to date. Apart from the rest of the house, so that
 * a start has it under way while it loads that.
 */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../foundation/clock.ts';
import { ensureFolder } from './folder.ts';
import type { DatabaseLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

/**
 * Resolves as soon as bringing it up to date is under way. What then rejects leaves nothing open.
 * @returns `current`: rejects where the database can't be used, or is newer than this program.
 */
export async function openCurrentDatabase(
  location: DatabaseLocation,
  clock: Clock,
  log: Logger,
): Promise<{ current: Promise<Database> }> {
  if (location.kind === 'sqlite') await ensureFolder(path.dirname(location.path));
  const db = await openDatabase(location, (error) => log.warn({ err: error }, 'an idle connection broke'));
  return { current: bringUpToDate(db, location.kind, clock, log) };
}

async function bringUpToDate(
  db: Database,
  kind: DatabaseLocation['kind'],
  clock: Clock,
  log: Logger,
): Promise<Database> {
  try {
    const ran = await migrate(db, kind, clock);
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated');
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
