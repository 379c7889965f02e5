/**
 * Makes a backup: a folder with a snapshot of the database and a manifest, which is read again before it gets its
 * name. The service may run and write meanwhile. The backup holds neither signing keys nor the key of secrets.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseLocation } from '../database/location.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Contents, contentsIn, requireNotOlder } from './chains.ts';
import { fileFacts } from './file-facts.ts';
import { formatManifest, MANIFEST, type Manifest } from './manifest.ts';
import { writeFolder } from './new-folder.ts';
import { dumpPostgres } from './postgres-dump.ts';
import type { Environment } from './postgres-tools.ts';
import { copySqlite, readSqliteCopy } from './sqlite-copy.ts';
import { verifyBackup } from './verify.ts';

export interface BackupDeps {
  db: Database;
  location: DatabaseLocation;
  clock: Clock;
  programVersion: string;
  /** This process's environment, in which the programs of PostgreSQL are found. */
  environment: Environment;
  /** A name that only this process has. */
  writer: string;
}

const DATABASE_FILE = { sqlite: 'assize.db', postgres: 'assize.dump' } as const;
const OWNER_ONLY = 0o600;

/** @param folder is created. @throws where it exists, or the backup is incomplete; nothing is left behind. */
export async function createBackup(deps: BackupDeps, folder: string): Promise<Manifest> {
  const created_at = new Date(deps.clock.now()).toISOString();
  const before = await contentsIn(deps.db);
  return writeFolder(folder, deps.writer, async (temporary) => {
    const file = path.join(temporary, DATABASE_FILE[deps.location.kind]);
    const { chains, migration, version } = await copyDatabase(deps, file);
    requireNotOlder(before.chains, chains);
    const manifest: Manifest = {
      created_at,
      program_version: deps.programVersion,
      database: deps.location.kind,
      database_version: version,
      migration,
      chains,
      files: [await fileFacts(file)],
    };
    const options = { mode: OWNER_ONLY, flag: 'wx' };
    await writeFile(path.join(temporary, MANIFEST), formatManifest(manifest), options);
    await verifyBackup(temporary, deps.environment);
    return manifest;
  });
}

async function copyDatabase(
  { db, location, environment }: BackupDeps,
  file: string,
): Promise<Contents & { version: string }> {
  if (location.kind === 'postgres') return dumpPostgres(db, { url: location.url, environment }, file);
  const version = await copySqlite(location.path, file);
  return { ...readSqliteCopy(file), version };
}
