/**
 * Erases deleted rows: their bytes stay in a log, in free space or in a dead row until the database is asked to clean
 * up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from './location.ts';
import type { Database } from './open.ts';

export interface Eraser {
  /**
   * Resolves to true once nothing deleted before the call is left in the database's own files, as far as the database
   * allows (ADR 9); to false if that took too long, in which case call it again later.
   */
  erase(limitMs: number): Promise<boolean>;
  /** Waits for the attempt under way. */
  close(): Promise<void>;
}

/** One attempt. */
export type Erase = (limitMs: number) => Promise<boolean>;

export async function openEraser(location: DatabaseLocation, db: Database): Promise<Eraser> {
  if (location.kind === 'sqlite') {
    const { eraseFromSqlite } = await import('./sqlite/log.ts');
    return new SharedEraser((limitMs) => eraseFromSqlite(db, limitMs));
  }
  const { eraseFromPostgres } = await import('./postgres/eraser.ts');
  return new SharedEraser((limitMs) => eraseFromPostgres(location.url, limitMs));
}

/** At most one attempt is under way and one waits, which serves all callers since the first began. */
class SharedEraser implements Eraser {
  readonly #erase: Erase;
  #underWay: Promise<boolean> | null = null;
  #waiting: Promise<boolean> | null = null;

  constructor(erase: Erase) {
    this.#erase = erase;
  }

  async erase(limitMs: number): Promise<boolean> {
    const patience = new AbortController();
    const late = sleep(limitMs, false, { signal: patience.signal }).catch(() => false);
    try {
      return await Promise.race([this.#next(limitMs), late]);
    } finally {
      patience.abort();
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#underWay, this.#waiting]);
  }

  #next(limitMs: number): Promise<boolean> {
    if (this.#underWay === null) return this.#start(limitMs);
    this.#waiting ??= this.#underWay
      .catch(() => false)
      .then(() => {
        this.#waiting = null;
        return this.#start(limitMs);
      });
    return this.#waiting;
  }

  #start(limitMs: number): Promise<boolean> {
    const attempt = this.#erase(limitMs).finally(() => {
      if (this.#underWay === attempt) this.#underWay = null;
    });
    // The caller may have stopped waiting; the next attempt meets the same fault.
    attempt.catch(() => undefined);
    this.#underWay = attempt;
    return attempt;
  }
}
