/** Files that exist in full or not at all, even after a power failure. */
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ONLY = 0o600;
const TEMPORARY = '.tmp';

/**
 * Writes a temporary file beside it, syncs that, renames it into place, and syncs the folder. Only the owner can read
 * the file.
 * @param writer distinguishes this process from any other that may be writing the same file.
 */
export async function writeDurably(file: string, text: string, writer: string): Promise<void> {
  const temporary = await writeBeside(file, text, writer);
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/**
 * Like `writeDurably`, but never replaces a file: one of several concurrent writers succeeds.
 * @returns whether it was this writer; the file is on disk in both cases.
 */
export async function createDurably(file: string, text: string, writer: string): Promise<boolean> {
  const temporary = await writeBeside(file, text, writer);
  let isFirst = true;
  try {
    await link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    isFirst = false;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(path.dirname(file));
  return isFirst;
}

async function writeBeside(file: string, text: string, writer: string): Promise<string> {
  const temporary = `${file}.${writer}${TEMPORARY}`;
  const handle = await open(temporary, 'w', OWNER_ONLY);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
  return temporary;
}

/** Whether a killed process left this file behind. */
export function isTemporary(name: string): boolean {
  return name.endsWith(TEMPORARY);
}

/** A folder's entry is on disk only once the folder itself is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns `instead` where there is no such file or folder. Other errors are thrown. */
export async function missingAs<T, M>(instead: M, asked: Promise<T>): Promise<T | M> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
    throw error;
  }
}
