/** Checks that an installation exists. Only the service makes one; every other command requires one here. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { DatabaseLocation } from '../location.ts';
import type { Database } from '../open.ts';

/** Whether to make a missing installation. */
export type IfMissing = 'make' | 'refuse';

export class NoInstallation extends Error {}

/** The location without secrets. */
export function placeOf(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return location.path;
  const url = new URL(location.url);
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost');
  return `${host}:${url.port || 5432}${url.pathname}`;
}

/**
 * Call this before opening the database, because opening makes the file.
 * @throws {NoInstallation} if the file is missing. @throws if this user may not use it.
 */
export async function requireDatabaseFile(location: DatabaseLocation): Promise<void> {
  if (location.kind !== 'sqlite') return;
  try {
    await access(location.path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw noInstallation(location);
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new Error(
      `This user may not use ${location.path} (${code}). Run the command as the user that runs the service.`,
    );
  }
}

/** @throws {NoInstallation} if the database has none of our tables. */
export async function requireTables(db: Database, location: DatabaseLocation): Promise<void> {
  const table = 'schema_migrations';
  const found =
    location.kind === 'sqlite'
      ? sql`SELECT 1 FROM sqlite_schema WHERE name = ${table}`
      : sql`SELECT 1 WHERE to_regclass(${table}) IS NOT NULL`;
  const { rows } = await found.execute(db);
  if (rows.length === 0) throw noInstallation(location);
}

function noInstallation(location: DatabaseLocation): NoInstallation {
  if (location.kind === 'sqlite') {
    return new NoInstallation(
      `There is no Assize database in ${path.dirname(location.path)}. Run the command in the folder where the service ` +
        'runs, or name its data folder: ASSIZE_DATA_DIR=/path/to/data. Only `assize serve` makes a new one.',
    );
  }
  return new NoInstallation(
    `The PostgreSQL database ${placeOf(location)} has no tables of Assize. Name the one of the service with ` +
      'ASSIZE_DATABASE_URL. Only `assize serve` and `assize migrate` make new tables.',
  );
}
