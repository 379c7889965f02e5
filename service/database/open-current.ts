/** Opens the database as the service needs it: there, and brought up to date. */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../foundation/clock.ts';
import { ensureFolder } from './folder.ts';
import { requireDatabaseFile, requireTables, type WhereNone } from './installation.ts';
import type { DatabaseLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { closeToOthers, makePrivateFile } from './private-files.ts';

/**
 * @param whereNone `refuse` where the caller must find an installation, and not make one.
 * @throws where the database can't be used, or is newer than this program, and leaves nothing open then.
 */
export async function openCurrentDatabase(
  location: DatabaseLocation,
  clock: Clock,
  log: Logger,
  whereNone: WhereNone = 'make',
): Promise<Database> {
  if (whereNone === 'refuse') await requireDatabaseFile(location);
  if (location.kind === 'sqlite') {
    await ensureFolder(path.dirname(location.path));
    await makePrivateFile(location.path);
    await closeToOthers(location.path, log);
  }
  const db = await openDatabase(location, (error) => log.warn({ err: error }, 'an idle connection broke'));
  try {
    if (whereNone === 'refuse') await requireTables(db, location);
    const ran = await migrate(db, location.kind, clock);
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated');
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
