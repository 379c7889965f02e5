/**
 * Opens the database and migrates it. This file loads little, so that a start can migrate while the rest of the service
 * loads.
 */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../foundation/clock.ts';
import { type IfMissing, requireDatabaseFile, requireTables } from './installation.ts';
import type { DatabaseLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { ensureFolder, makePrivateFile, restrictToOwner } from './private-files.ts';

/**
 * Resolves as soon as the migration has begun. If that rejects later, nothing stays open.
 * @param ifMissing `refuse` if the caller requires an installation and must not make one.
 * @returns `current`: rejects if the database can't be used, or is newer than this program.
 */
export async function openCurrentDatabase(
  location: DatabaseLocation,
  clock: Clock,
  log: Logger,
  ifMissing: IfMissing = 'make',
): Promise<{ current: Promise<Database> }> {
  if (ifMissing === 'refuse') await requireDatabaseFile(location);
  if (location.kind === 'sqlite') {
    await ensureFolder(path.dirname(location.path));
    await makePrivateFile(location.path);
    await restrictToOwner(location.path, log);
  }
  const db = await openDatabase(location, (error) => log.warn({ err: error }, 'an idle connection broke'));
  return { current: bringUpToDate(db, location, clock, log, ifMissing) };
}

async function bringUpToDate(
  db: Database,
  location: DatabaseLocation,
  clock: Clock,
  log: Logger,
  ifMissing: IfMissing,
): Promise<Database> {
  try {
    if (ifMissing === 'refuse') await requireTables(db, location);
    const ran = await migrate(db, location.kind, clock);
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated');
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
