/**
 * JSON lines in a file of the operator's folder. Its name is the sink's id, so that no tenant chooses a path; a link in
 * its place is not followed. A line that a crash cut off is closed, and its record follows again as a whole.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

export interface FileLimits {
  /** A file of this size is put aside. */
  rotateBytes: number;
  /** How many that were put aside stay. */
  keep: number;
}

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
/** Only the user of the service, and the group that may collect it. */
const MODE = 0o640;
const LINE_FEED = 0x0a;

const WORDS: Record<string, string> = {
  ENOENT: 'The folder for files is not there.',
  EACCES: 'The service may not write in the folder for files.',
  EPERM: 'The service may not write in the folder for files.',
  EROFS: 'The folder for files can only be read.',
  ENOSPC: 'The disk of the folder for files is full.',
  EDQUOT: 'The disk of the folder for files is full.',
  ELOOP: 'There is a link where the file should be.',
};

/** @returns null if the lines are on disk; otherwise the error in words. */
export async function appendLines(
  folder: string,
  sinkId: string,
  lines: readonly string[],
  limits: FileLimits,
): Promise<string | null> {
  const file = path.join(folder, `${sinkId}.jsonl`);
  try {
    const size = await append(file, lines);
    if (size >= limits.rotateBytes) await rotate(folder, sinkId, limits.keep);
    return null;
  } catch (error) {
    if (error instanceof NotAFile) return error.message;
    const { code = '' } = error as { code?: string };
    return WORDS[code] ?? `The file could not be written (${code}).`;
  }
}

class NotAFile extends Error {}

async function append(file: string, lines: readonly string[]): Promise<number> {
  const handle = await open(file, FLAGS, MODE);
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.nlink !== 1)
      throw new NotAFile('There is something else where the file should be.');
    const before = (await isCutOff(handle, found.size)) ? '\n' : '';
    await handle.writeFile(`${before}${lines.join('\n')}\n`);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function isCutOff(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== LINE_FEED;
}

/** The oldest of those that were put aside go. */
async function rotate(folder: string, sinkId: string, keep: number): Promise<void> {
  const pattern = new RegExp(`^${sinkId}\\.(\\d+)\\.jsonl$`);
  const numbers = (await readdir(folder))
    .map((name) => Number(pattern.exec(name)?.[1] ?? Number.NaN))
    .filter((number) => !Number.isNaN(number))
    .sort((one, other) => one - other);
  const aside = (number: number) => path.join(folder, `${sinkId}.${number}.jsonl`);
  await rename(path.join(folder, `${sinkId}.jsonl`), aside((numbers.at(-1) ?? 0) + 1));
  for (const number of numbers.slice(0, Math.max(0, numbers.length + 1 - keep))) await unlink(aside(number));
}
