/**
 * Locks for transactions that change tables under load. All requests for a table wait behind them, so they give up
 * early and try again. They give up before the server looks for deadlocks, so that a deadlock never ends a request.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Less than PostgreSQL's `deadlock_timeout`, which is a second by default. */
export const TABLE_LOCK_TIMEOUT_MS = 500;
const MAX_ATTEMPTS = 30;
/** Time for the requests that waited behind the last attempt, ms. */
const PAUSE_MS = 250;

/** By SQLSTATE: lock_not_available and deadlock_detected. */
const NOT_LOCKED = new Set(['55P03', '40P01']);

/** @throws the last attempt's error after some 20 seconds, and every other error at once. */
export async function untilLocked<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !NOT_LOCKED.has(codeOf(error))) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? code);
}
