/** The folder of the embedded database, and of the keys: its owner's alone. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { OWNER_ONLY_FOLDER } from './private-files.ts';

/**
 * Makes the folder, and those above it that are missing. Node's own way to do so tries for ever where a folder is
 * there but takes no entries, such as `/proc`.
 * @throws the system's error where it can't be made.
 */
export async function ensureFolder(folder: string): Promise<void> {
  if (await make(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await ensureFolder(above);
  if (!(await make(folder))) throw new Error(`The folder ${folder} can't be made.`);
}

/** @returns false where the folder above is missing. */
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
