/**
 * Keeps the embedded database and the keys private: only their owner can enter the folder and read the files. If other
 * users can read an installation, its next start restricts it and logs that.
 */
import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

export const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const OTHERS = 0o077;
/** Windows has no file modes. */
const HAS_MODES = process.platform !== 'win32';
/** The files that SQLite puts beside the database. New ones get the mode of the database file. */
const ENDINGS = ['', '-wal', '-shm', '-journal'];
const OURS = /^(?:assize\.db.*|secrets\.key.*|signing|lost\+found)$/;

/** Makes the file, empty if it is new, so that SQLite doesn't make it with a mode of its own choice. */
export async function makePrivateFile(file: string): Promise<void> {
  await (await open(file, 'a', OWNER_ONLY_FILE)).close();
}

/** @returns the folder and files of this database that other users can enter or read. Changes nothing. */
export async function readableByOthers(database: string): Promise<string[]> {
  const folder = path.dirname(database);
  return (await isOpen(folder)) ? [folder, ...(await openFiles(database))] : [];
}

/** @throws if others can read a file of the database and this process may not change that. */
export async function restrictToOwner(database: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const folder = path.dirname(database);
  const wasOpen = await isOpen(folder);
  const files = await openFiles(database);
  for (const file of files) {
    if (!(await close(file, OWNER_ONLY_FILE)) && wasOpen) {
      throw new Error(`Others can read ${file}. Run, as its owner: chmod 600 ${file}`);
    }
  }
  if (!wasOpen) return;
  if (files.length > 0) {
    log.warn({ files }, 'other users could read these files until now, and may have copied them');
  }
  if (!(await holdsOursAlone(folder))) {
    log.warn(
      { folder },
      'other users can enter the data folder; it also holds other files, so its mode is not changed',
    );
  } else if (!(await close(folder, OWNER_ONLY_FOLDER))) {
    log.warn({ folder }, 'other users can enter the data folder, and only its owner may change that');
  }
}

async function openFiles(database: string): Promise<string[]> {
  const files = ENDINGS.map((ending) => database + ending);
  const found = await Promise.all(files.map(isOpen));
  return files.filter((_, place) => found[place]);
}

/** A folder that also holds other files must not be closed to other users. */
async function holdsOursAlone(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((name) => OURS.test(name));
}

/** @returns whether it is private now: some file systems have one mode for everything. */
async function close(place: string, mode: number): Promise<boolean> {
  try {
    await chmod(place, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  return !(await isOpen(place));
}

async function isOpen(place: string): Promise<boolean> {
  if (!HAS_MODES) return false;
  try {
    return ((await stat(place)).mode & OTHERS) !== 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Makes the folder and its missing parents. Node's own `recursive` option loops for ever in a folder that takes no
 * entries, such as `/proc`.
 * @throws the system's error if it can't be made.
 */
export async function ensureFolder(folder: string): Promise<void> {
  if (await make(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await ensureFolder(above);
  if (!(await make(folder))) throw new Error(`The folder ${folder} can't be made.`);
}

/** @returns false if the parent is missing. */
async function make(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, OWNER_ONLY_FOLDER);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code !== 'EEXIST') throw error;
  }
  return true;
}
