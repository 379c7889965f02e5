/**
 * Checks that the files that a connection has open are still at their path. Open files in a removed or replaced folder
 * accept writes and syncs as before, and all of that is lost when the process ends.
 */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../foundation/clock.ts';

/** A check took the thread 13 µs, so once a second costs the verdicts nothing, ms. */
const LOOK_EVERY_MS = 1000;
/** The database, its log, and the log's index. None of them is recreated while a connection is open. */
const ENDINGS = ['', '-wal', '-shm'];

export class FilesGone extends Error {
  override readonly name = 'FilesGone';
}

export class StandingFiles {
  readonly #path: string;
  readonly #opened: string;
  #stand = true;
  #lookedAt: number;

  /** @param database just opened at this path. */
  constructor(database: DatabaseSync, path: string) {
    this.#path = path;
    // This may be what opens the log and its index, or makes them.
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

/** Device and inode of each file, as bigints: a number can't hold every inode, and two could then look the same. */
function identityOf(path: string): string {
  return ENDINGS.map((ending) => {
    const found = statSync(path + ending, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'none' : `${found.dev}/${found.ino}`;
  }).join();
}
