/**
 * Opens one connection to the embedded database, with the settings every connection must have: write-ahead log, an
 * fsync before a commit counts, and zeros over deleted data.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { AppendFault } from '../evidence/append-store.ts';
import { FilesGone } from './standing.ts';

/** How long a statement waits for another process's lock before it fails, ms. */
export const LOCK_TIMEOUT_MS = 5000;
/** How much of that time it may keep the connection from other queries, ms. */
export const TURN_MS = 25;
/** For every connection; the pages the appends touch are few and always the same. */
const CACHE_KIB = 8192;

/**
 * @param ifMissing `refuse`, because an empty file in place of a removed one would let verdicts go on without our
 * tables.
 * @throws the driver's error if the file can't be opened or is not a database.
 */
export function openSqliteFile(path: string, ifMissing: 'make' | 'refuse' = 'refuse'): DatabaseSync {
  const mode = ifMissing === 'make' ? 'rwc' : 'rw';
  const database = new DatabaseSync(`${pathToFileURL(path)}?mode=${mode}`, { timeout: LOCK_TIMEOUT_MS });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA secure_delete = ON;
  `);
  return database;
}

/** A query's parameters in the driver's form. @throws {TypeError} for an object that is not bytes. */
export function sqliteParameters(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'boolean') return Number(value);
    // The driver would read a first object as a set of named parameters, and bind NULL for it.
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      throw new TypeError('an object that is not bytes is not an SQL value');
    }
    return value as SQLInputValue;
  });
}

const BUSY = 5;
const UNAVAILABLE = new Map([
  [BUSY, 'busy'],
  [6, 'locked'],
  [7, 'out of memory'],
  [8, 'read-only'],
  [10, 'input or output error'],
  [13, 'disk full'],
  [14, 'cannot be opened'],
  [15, 'locking protocol'],
]);

/** Whether the error means that the database can't be used now, rather than that the statement is wrong. */
export function isSqliteUnavailable(error: unknown): boolean {
  return error instanceof FilesGone || UNAVAILABLE.has(primaryCode(error));
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Whether the file itself is damaged. */
export function isSqliteDamaged(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** The reason why an append was not written. */
export function sqliteFault(error: unknown): AppendFault {
  if (isSqliteDamaged(error)) return 'damaged';
  return isSqliteUnavailable(error) ? 'unavailable' : 'unknown';
}

/** Whether another connection held the lock for longer than the timeout. */
export function isSqliteLocked(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

function primaryCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : -1;
}
