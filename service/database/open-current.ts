/** Opens the database for the service, and migrates it first. */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../foundation/clock.ts';
import type { OnDamage } from './files/damage.ts';
import { ensureFolder, makePrivateFile, restrictToOwner } from './files/private-files.ts';
import { type IfMissing, requireDatabaseFile, requireTables } from './installation/installation.ts';
import type { DatabaseLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

export interface OpenCurrentOptions {
  /** `refuse` if the caller must find an installation rather than make one. */
  ifMissing?: IfMissing | undefined;
  /** The id of the node that will serve; null for a command. */
  node?: string | null | undefined;
  onDamage?: OnDamage | undefined;
}

/** @throws if the database can't be used, or not by this program; nothing stays open then. */
export async function openCurrentDatabase(
  location: DatabaseLocation,
  clock: Clock,
  log: Logger,
  { ifMissing = 'make', node = null, onDamage }: OpenCurrentOptions = {},
): Promise<Database> {
  if (ifMissing === 'refuse') await requireDatabaseFile(location);
  if (location.kind === 'sqlite') {
    await ensureFolder(path.dirname(location.path));
    await makePrivateFile(location.path);
    await restrictToOwner(location.path, log);
  }
  const onError = (error: Error) => log.warn({ err: error }, 'an idle connection broke');
  const db = await openDatabase(location, onError, 'seconds', onDamage);
  try {
    if (ifMissing === 'refuse') await requireTables(db, location);
    await bringUpToDate(db, location, { clock, log, node });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** On PostgreSQL this uses a separate connection without a timeout, because a step may have many rows to change. */
export async function bringUpToDate(
  db: Database,
  location: DatabaseLocation,
  { clock, log, node = null }: { clock: Clock; log: Logger; node?: string | null },
): Promise<void> {
  const migrating = location.kind === 'sqlite' ? db : await openDatabase(location, () => undefined, 'hours');
  try {
    const ran = await migrate(migrating, location.kind, clock, { node });
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated');
  } finally {
    if (migrating !== db) await migrating.destroy();
  }
}
