/** File descriptors: each connection and each open file takes one, and a process may have only so many. */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

/** From this share on, an operator is told. */
const MANY = 0.9;
/** Read at the start: to look takes a descriptor. */
const LIMIT = readLimit();
const LACKS = new Set(['EMFILE', 'ENFILE']);

export interface Descriptors {
  /** Of this process: it has none left; many: nearly none; null where neither is so. */
  state: 'none' | 'many' | null;
  /** null where the system does not say. */
  limit: number | null;
}

export function lacksDescriptors(error: unknown): boolean {
  return LACKS.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/**
 * A new descriptor has the lowest number that is free, so all below it are in use: one that is opened for a moment tells
 * both whether there is one and how many are taken. To count them would take a descriptor too, and longer.
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

/** Linux says it. @returns null elsewhere, and where there is none. */
function readLimit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
