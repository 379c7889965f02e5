/**
 * Checks that the signing folder that a process has used is still in place. Without it, appended evidence can be
 * altered before anything is signed again.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../foundation/clock.ts';

/** A check doesn't block any of our threads, ms. */
const LOOK_EVERY_MS = 1000;
const KEYS = 'keys.json';

export class StandingFolder {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /**
   * The identity of the folder when it was first seen; null if it had no keys: another node signs, or this is a first
   * start.
   */
  #first: string | null = null;
  #stands = true;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, clock: Pick<Clock, 'monotonic'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** @throws if the folder, or the keys in it, were removed, emptied or replaced. */
  async require(): Promise<void> {
    const now = this.#clock.monotonic();
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      const found = await identityOf(this.#folder);
      this.#first ??= found ?? null;
      // If it can't be looked at, it has not gone: signing reports the problem.
      this.#stands = found === undefined || found === this.#first;
    }
    if (!this.#stands) throw new Error(`the signing folder was removed or replaced: ${this.#folder}`);
  }
}

/**
 * Device and inode of the folder; null if it has no keys or their file is empty, undefined if it can't be looked at.
 */
async function identityOf(folder: string): Promise<string | null | undefined> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    // Rotating the keys makes a new file, so the identity of their file may change.
    const keys = await stat(path.join(folder, KEYS));
    return keys.size === 0 ? null : `${dev}/${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined;
  }
}
