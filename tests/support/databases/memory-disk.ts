/**
 * Places the tests' databases in memory if there is enough. Each test creates and drops one of some 700 files, which
 * costs several times as much on a disk as the test itself.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder in memory that Linux mounts for all users. */
const MEMORY_DISK = '/dev/shm';
/** Several times what a run uses at once; the rest is for the processes. */
const ENOUGH_BYTES = 2 * 2 ** 30;
/** Chosen once for all processes of a run, because free memory changes meanwhile. */
const CHOSEN = 'ASSIZE_TEST_DATABASES_IN';

/** Sets it for this process and its children. */
export function chooseDatabasesFolder(): void {
  process.env[CHOSEN] ??= hasRoom() ? MEMORY_DISK : tmpdir();
}

export function databasesFolder(): string {
  return process.env[CHOSEN] ?? tmpdir();
}

/** Returns the folder for a service on this database. Each server's first database has the same name. */
export function folderFor(url: string, what: 'data' | 'signing'): string {
  const { pathname, port } = new URL(url);
  const name = path.basename(pathname);
  return path.join(databasesFolder(), `${name === 'postgres' ? `${name}_${port}` : name}_${what}`);
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY_DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
