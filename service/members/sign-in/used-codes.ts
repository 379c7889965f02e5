/** An authenticator's code works once, even while it is still shown (RFC 6238, section 5.2). */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isFirstUse } from '../identity/single-use.ts';

/**
 * Longer than any code is valid: its half minute, plus one before and one after it for clocks that differ.
 */
const LIFETIME_MS = 120_000;

/** @throws {Failure} `unauthenticated` if the person has just signed in with it. */
export async function requireUnusedCode(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  code: string,
): Promise<void> {
  const times = { nowMs: clock.now(), lifetimeMs: LIFETIME_MS };
  if (await isFirstUse(db, 'code', `${userId} ${code}`, times)) return;
  throw new Failure('unauthenticated', 'This code was used. Wait for the next one.');
}
