/** The chore that verifies every chain in full once a day, on one node, chain after chain. */
import { leasedChore, type MayContinue } from '../../database/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import { type Clock, DAY_MS } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { EvidenceVerifier } from './evidence-verifier.ts';

export interface DailyDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  evidenceVerifier: EvidenceVerifier;
}

const LEASE = 'verify every chain';
const LEASE_MS = 300_000;
const PROLONG_EVERY_MS = 60_000;
const EVERY_MS = 300_000;

export function dailyVerification({ db, clock, ids, evidenceVerifier }: DailyDeps): Chore {
  /** An unsound chain is not stored as verified, but must not be verified again and again. */
  const triedAt = new Map<number, number>();

  async function verifyDue(mayContinue: MayContinue, stopping: AbortSignal): Promise<void> {
    for (const chain of await dueChains(db, clock.now())) {
      if (clock.monotonic() - (triedAt.get(chain) ?? Number.NEGATIVE_INFINITY) < DAY_MS) continue;
      if (!(await mayContinue())) return;
      await evidenceVerifier.verifyBehind(chain, stopping);
      triedAt.set(chain, clock.monotonic());
    }
  }

  return leasedChore(
    { db, clock, ids },
    {
      name: 'verify the evidence in full',
      everyMs: EVERY_MS,
      lease: LEASE,
      leaseMs: LEASE_MS,
      async work(mayContinue, stopping) {
        if (!(await mayContinue())) return;
        const prolonging = setInterval(() => void mayContinue().catch(() => undefined), PROLONG_EVERY_MS);
        try {
          await verifyDue(mayContinue, stopping);
        } catch (error) {
          if (!stopping.aborted) throw error;
        } finally {
          clearInterval(prolonging);
        }
      },
    },
  );
}

/**
 * Chains that were not found fully sound in the last day; those that have waited longest come first. A time that is yet
 * to come was written by a clock that was wrong.
 */
async function dueChains(db: Database, nowMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chains')
    .leftJoin('verifications', 'verifications.chain', 'chains.chain')
    .select('chains.chain')
    .where('chains.size', '>', 0)
    .where((row) =>
      row.or([
        row('verifications.fully_verified_at', 'is', null),
        row('verifications.fully_verified_at', '<=', nowMs - DAY_MS),
        row('verifications.fully_verified_at', '>', nowMs + DAY_MS),
      ]),
    )
    .orderBy((row) => row.fn.coalesce('verifications.fully_verified_at', row.lit(0)))
    .execute();
  return rows.map(({ chain }) => chain);
}
