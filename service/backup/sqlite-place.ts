/** Puts a database file where the service expects it: whole or not at all, and never over one that is in use. */
import { chmod, copyFile, link, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFolder } from '../database/files/durable-file.ts';
import { ensureFolder, makePrivateFile } from '../database/files/private-files.ts';
import { isSqliteLocked } from '../database/sqlite/file.ts';
import { fileFacts } from './file-facts.ts';
import { BackupFault } from './manifest.ts';
import { syncFile } from './new-folder.ts';

const OWNER_ONLY = 0o600;
/** The files that SQLite keeps beside a database, and would apply to another one of that name. */
const BESIDE = ['-wal', '-shm', '-journal'];

/** @throws where an existing database may not be replaced, or is in use. */
export async function requirePlaceFor(file: string, replace: boolean): Promise<void> {
  const there = await Promise.all(['', ...BESIDE].map((end) => exists(file + end)));
  if (!there.includes(true)) return;
  if (!replace) throw isTaken(file);
  if (there[0]) requireUnused(file);
}

function isTaken(file: string): Error {
  return new Error(
    `${path.dirname(file)} has a database already. If you have put it back, go on with docs/restore.md. ` +
      'Otherwise name an empty folder with ASSIZE_DATA_DIR, or pass --replace to move the database aside.',
  );
}

/** Only a sole connection may switch off the write-ahead log, which empties it. */
function requireUnused(file: string): void {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (isSqliteLocked(error)) {
      throw new Error(`The database ${file} is in use. Stop the service first.`);
    }
    // A damaged database is what a backup should replace.
  } finally {
    database.close();
  }
}

interface Place {
  from: string;
  to: string;
  /** The SHA-256 that the file must have, hex digits. */
  wanted: string;
  writer: string;
  now: string;
  /** Whether to move an existing database aside. */
  replace: boolean;
}

/**
 * @param steps `prepare` is called once all is on disk but the name, `taken` once the name is taken as well.
 * @returns the new place of the earlier database; null if there was none.
 */
export async function placeSqlite(
  place: Place,
  steps: { prepare(): Promise<void>; taken(): void },
): Promise<string | null> {
  const { from, to, wanted, writer, replace } = place;
  const temporary = `${to}.${writer}.tmp`;
  await ensureFolder(path.dirname(to));
  await makePrivateFile(temporary);
  try {
    await copyFile(from, temporary);
    // The copy has the mode of the file in the backup.
    await chmod(temporary, OWNER_ONLY);
    await syncFile(temporary);
    if ((await fileFacts(temporary)).sha256 !== wanted) {
      throw new BackupFault('The copy differs from the backup. Try again.');
    }
    await steps.prepare();
    const replaced = replace ? await moveAside(place) : null;
    if (replaced === null) await takeFreeName(temporary, to);
    else await rename(temporary, to);
    steps.taken();
    await syncFolder(path.dirname(to));
    return replaced;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** @throws where a service has started meanwhile and created a database. */
async function takeFreeName(temporary: string, to: string): Promise<void> {
  await link(temporary, to).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? isTaken(to) : error;
  });
}

/** The name always has a database: a service that starts meanwhile would create one. @throws where one has started. */
async function moveAside({ to, now }: Place): Promise<string | null> {
  if (!(await exists(to))) return null;
  requireUnused(to);
  const aside = `${to}.replaced-${now.replaceAll(/[-:]|\.\d+/g, '')}`;
  for (const end of BESIDE) if (await exists(to + end)) await rename(to + end, aside + end);
  await link(to, aside);
  return aside;
}

async function exists(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null;
}
