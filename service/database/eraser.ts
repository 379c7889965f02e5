/**
 * Makes what was deleted really gone: a deleted row leaves its bytes behind in a log, in free space or in a dead row,
 * until the database is told to part with them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from './location.ts';
import type { Database } from './open.ts';

export interface Eraser {
  /**
   * Resolves to true once nothing that was deleted before the call is left in the database's own files, as far as the
   * database lets that be brought about (ADR 14); to false where that was not reached in time: call it again later.
   */
  erase(limitMs: number): Promise<boolean>;
  /** Waits for what is under way. */
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

/** However many ask at once, one attempt is under way and one waits: it serves all who asked after the first began. */
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
    // Whoever asked may have stopped waiting; the next attempt meets the same fault.
    attempt.catch(() => undefined);
    this.#underWay = attempt;
    return attempt;
  }
}
