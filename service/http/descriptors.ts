/**
 * File descriptors: each connection and each open file takes one, and a process may have only a limited
 * number.
 */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

/** From this share on, operators are warned. */
const MANY = 0.9;
/** Read at the start, because reading it takes a descriptor. */
const LIMIT = readLimit();
const LACKS = new Set(['EMFILE', 'ENFILE']);

export interface Descriptors {
  /** The process's descriptors: `none` left, `many` in use, or null if neither applies. */
  state: 'none' | 'many' | null;
  /** null if the system does not tell. */
  limit: number | null;
}

export function lacksDescriptors(error: unknown): boolean {
  return LACKS.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/**
 * A new descriptor gets the lowest free number, so all below it are in use: opening one for a moment tells
 * both whether one is free and how many are taken. Counting them would also take a descriptor, and longer.
 */
export async function descriptors(): Promise<Descriptors> {
  const limit = LIMIT;
  try {
    const file = await open(devNull);
    const { fd } = file;
    await file.close();
    return { state: limit !== null && fd >= limit * MANY ? 'many' : null, limit };
  } catch (error) {
    if (lacksDescriptors(error)) return { state: 'none', limit };
    throw error;
  }
}

/** Only Linux tells. @returns null elsewhere, and if there is no limit. */
function readLimit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
