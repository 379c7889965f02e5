/** Reads a settings file, and warns if other users can read the keys in it. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { printErrorLines } from '@assize/evidence-format/terminal';
import { FOLDER } from '../platform.ts';
import { ConfigurationProblems } from './file.ts';

/** The settings and key of all gateways of this user. */
export const DEFAULT_FILE = path.join(FOLDER, 'gateway.json');
const NOT_FOR_OTHERS = 0o077;

/** @throws {ConfigurationProblems} */
export function contentOf(file: string, holdsKeys = false): string {
  try {
    if (holdsKeys && process.platform !== 'win32' && (statSync(file).mode & NOT_FOR_OTHERS) !== 0) {
      printErrorLines([`assize gateway: other users can read ${file}, which may hold keys: chmod 600 it`]);
    }
    // Some editors begin a file with a byte order mark.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new ConfigurationProblems([
      `${file} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    ]);
  }
}
