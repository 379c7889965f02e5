/** Copies the embedded database into one file, as of one moment, while the service writes to it. */
import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makePrivateFile } from '../database/files/private-files.ts';
import { LOCK_TIMEOUT_MS } from '../database/sqlite/file.ts';
import { type Contents, contentsOf, HEADS, type HeadRow, LAST_MIGRATION } from './chains.ts';
import { BackupFault } from './manifest.ts';

/** Runs at a lower priority than everything that answers requests. */
const LOWEST_PRIORITY = 19;
const IN_ORDER = 'ok';
const FULL = 13;

/** Blocks this process. @param to a file that does not exist. @returns the version of SQLite. */
export async function copySqlite(from: string, to: string): Promise<string> {
  if (process.platform === 'linux') setPriority(LOWEST_PRIORITY);
  await makePrivateFile(to);
  const database = new DatabaseSync(from, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
  try {
    // One read transaction. SQLite's backup API starts over each time another process writes.
    database.prepare('VACUUM INTO ?').run(to);
    const row = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
    return row.version;
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== FULL) throw error;
    throw new Error(`There is no space left for ${to} (ENOSPC).`, { cause: error });
  } finally {
    database.close();
  }
}

/** Checks every page, without creating a file beside it. @throws {BackupFault} where it is damaged. */
export function readSqliteCopy(file: string): Contents {
  const url = pathToFileURL(file);
  url.search = '?mode=ro&immutable=1';
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    const [found] = database.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
    if (found?.integrity_check !== IN_ORDER) throw new Error(found?.integrity_check ?? 'nothing was found');
    const heads = database.prepare(HEADS).all() as unknown as HeadRow[];
    const { version } = database.prepare(LAST_MIGRATION).get() as { version: number };
    return contentsOf(heads, version);
  } catch (error) {
    if (error instanceof BackupFault) throw error;
    throw new BackupFault(`Its database is damaged: ${(error as Error).message}`);
  } finally {
    database.close();
  }
}
