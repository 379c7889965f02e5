/** A folder that appears under its name with all its files on disk, or not at all. Only its owner can enter it. */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../database/files/durable-file.ts';
import { ensureFolder, OWNER_ONLY_FOLDER } from '../database/files/private-files.ts';

/** @param writer a name that only this process has. @throws where the folder exists. */
export async function writeFolder<T>(
  folder: string,
  writer: string,
  fill: (temporary: string) => Promise<T>,
): Promise<T> {
  const parent = path.dirname(folder);
  await ensureFolder(parent);
  await requireMissing(folder);
  const temporary = path.join(parent, `.${path.basename(folder)}.${writer}.tmp`);
  await mkdir(temporary, OWNER_ONLY_FOLDER);
  try {
    const result = await fill(temporary);
    for (const name of await readdir(temporary)) await syncFile(path.join(temporary, name));
    await syncFolder(temporary);
    await takeName(temporary, folder);
    await syncFolder(parent);
    return result;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function requireMissing(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found !== null) throw isThere(folder);
}

/** A folder with files in it is never replaced, not even by one made at the same moment. */
async function takeName(temporary: string, folder: string): Promise<void> {
  try {
    await rename(temporary, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') throw isThere(folder);
    throw error;
  }
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isThere(folder: string): Error {
  return new Error(`${folder} already exists. A backup never replaces a folder, so name another.`);
}
