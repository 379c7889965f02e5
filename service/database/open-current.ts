/** Opens the database as the service needs it: there, and brought up to date. */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../foundation/clock.ts';
import { type IfMissing, requireDatabaseFile, requireTables } from './installation.ts';
import type { DatabaseLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { ensureFolder, makePrivateFile, restrictToOwner } from './private-files.ts';

/**
 * @param ifMissing `refuse` where the caller must find an installation, and not make one.
 * @throws where the database can't be used, or is newer than this program, and leaves nothing open then.
 */
export async function openCurrentDatabase(
  location: DatabaseLocation,
  clock: Clock,
  log: Logger,
  ifMissing: IfMissing = 'make',
): Promise<Database> {
  if (ifMissing === 'refuse') await requireDatabaseFile(location);
  if (location.kind === 'sqlite') {
    await ensureFolder(path.dirname(location.path));
    await makePrivateFile(location.path);
    await restrictToOwner(location.path, log);
  }
  const db = await openDatabase(location, (error) => log.warn({ err: error }, 'an idle connection broke'));
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
