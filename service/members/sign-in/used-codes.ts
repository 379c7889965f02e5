/** The code of an authenticator signs in once, also while it is still shown (RFC 6238, section 5.2). */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isFirstUse } from '../identity/single-use.ts';

/** Longer than any code holds: its half minute, and one before and after it for clocks that differ. */
const LIFETIME_MS = 120_000;

/** @throws {Failure} `unauthenticated` where the person signed in with it a moment ago. */
export async function requireUnusedCode(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  code: string,
): Promise<void> {
  const times = { nowMs: clock.now(), lifetimeMs: LIFETIME_MS };
  if (await isFirstUse(db, 'code', `${userId} ${code}`, times)) return;
  throw new Failure('unauthenticated', 'This code was used. Wait for the next one.');
}
