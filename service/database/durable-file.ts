/** Files that are there in full or not at all, whenever the power goes. */
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ONLY = 0o600;
const TEMPORARY = '.tmp';

/**
 * Writes beside it, brings that to disk, puts it in its place, and brings the folder to disk. Only its owner can read it.
 * @param writer tells this process from every other that may write the same file at this moment.
 */
export async function writeDurably(file: string, text: string, writer: string): Promise<void> {
  const temporary = await writeBeside(file, text, writer);
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/**
 * As `writeDurably`, and never over a file that is there: of several that write at once, one does.
 * @returns whether it was this one; either way the file is on disk.
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

/** Whether a process that was killed left it behind. */
export function isTemporary(name: string): boolean {
  return name.endsWith(TEMPORARY);
}

/** An entry of a folder is on disk only once the folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
