/** Files that are there in full or not at all, whenever the power goes. */
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ONLY = 0o600;
const TEMPORARY = '.tmp';

/**
 * Writes beside it, brings that to disk, puts it in its place, and brings the folder to disk. Only its owner can read it.
 * @param writer tells this process from every other that may write the same file at this moment.
 */
export async function writeDurably(file: string, text: string, writer: string): Promise<void> {
  const temporary = `${file}.${writer}${TEMPORARY}`;
  const handle = await open(temporary, 'w', OWNER_ONLY);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
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
