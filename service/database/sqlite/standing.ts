/**
 * Whether the files that a connection has open still stand at their path. A folder that was removed or replaced takes
 * writes and syncs as before, and none of it is there after the end of the process.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../foundation/clock.ts';

/** A look took the thread 13 µs, so once a second it takes nothing from the verdicts, ms. */
const LOOK_EVERY_MS = 1000;
/** The database, its log, and the index of that. None of them is made anew while a connection is open. */
const ENDINGS = ['', '-wal', '-shm'];

export class FilesGone extends Error {
  override readonly name = 'FilesGone';
}

export class StandingFiles {
  readonly #path: string;
  readonly #opened: string;
  #stand = true;
  #lookedAt: number;

  /** @param database that has just been opened at this path. */
  constructor(database: DatabaseSync, path: string) {
    this.#path = path;
    // The log and its index may be opened only now, or be made now.
    database.exec('SELECT count(*) FROM sqlite_schema');
    this.#opened = identityOf(path);
    this.#lookedAt = systemClock().monotonic();
  }

  /** The connection stays open, because the files may come back. @throws {FilesGone} */
  require(): void {
    const now = systemClock().monotonic();
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#stand = identityOf(this.#path) === this.#opened;
      this.#lookedAt = now;
    }
    if (!this.#stand)
      throw new FilesGone(`the files of the database were removed or replaced: ${this.#path}`);
  }
}

/** Device and inode of each. A number may not hold an inode, two of which would then look the same. */
function identityOf(path: string): string {
  return ENDINGS.map((ending) => {
    const found = statSync(path + ending, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'none' : `${found.dev}/${found.ino}`;
  }).join();
}
