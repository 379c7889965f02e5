/**
 * The chore that verifies every chain in full once a day, on one node, chain after chain, and first searches the
 * database for damage. A chain that can't be verified does not hold up the others.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { chainId } from '../../database/chain-id.ts';
import { Damaged } from '../../database/files/damage.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { lookForDamage } from '../../database/look-for-damage.ts';
import { holdLease } from '../../database/nodes/lease.ts';
import { leasedChore, type MayContinue } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import { type Clock, DAY_MS } from '../../foundation/clock.ts';
import { type DamageDeps, reportDamage } from './damage.ts';
import type { EvidenceVerifier } from './evidence-verifier.ts';

export interface DailyDeps extends DamageDeps {
  config: { database: DatabaseLocation };
  evidenceVerifier: Pick<EvidenceVerifier, 'verifyBehind'>;
}

const LEASE = 'verify every chain';
const LEASE_MS = 300_000;
const PROLONG_EVERY_MS = 60_000;
const EVERY_MS = 300_000;
/** A lease taken for zero time, which tells every node when the search last ran, even after a restart. */
const LOOKED = 'look for damage';

export function dailyVerification(deps: DailyDeps): Chore {
  return leasedChore(deps, {
    name: 'verify the evidence in full',
    everyMs: EVERY_MS,
    lease: LEASE,
    leaseMs: LEASE_MS,
    work: verifying(deps),
  });
}

/** @returns the work of one run, which remembers what it has tried today. */
function verifying(deps: DailyDeps): (mayContinue: MayContinue, stopping: AbortSignal) => Promise<void> {
  const { db, clock, log, evidenceVerifier } = deps;
  /** An unsound chain is not stored as verified, but must not be verified again and again. */
  const triedAt = new Map<number, number>();

  const isDue = (at = Number.NEGATIVE_INFINITY) => clock.monotonic() - at >= DAY_MS;

  async function look(stopping: AbortSignal): Promise<void> {
    const found = await lookForDamage(deps.config.database, resting(clock, stopping));
    if (found instanceof Damaged) await reportDamage(deps, found);
    await holdLease(db, { name: LOOKED, holder: LOOKED, nowMs: clock.now(), forMs: 0 });
  }

  async function verify(chain: number, stopping: AbortSignal): Promise<void> {
    await evidenceVerifier.verifyBehind(chain, stopping);
    triedAt.set(chain, clock.monotonic());
  }

  async function verifyDue(mayContinue: MayContinue, stopping: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const failed = (about: object) => (error: unknown) => {
      stopping.throwIfAborted();
      log.warn({ err: error, ...about }, 'a part of the verification failed; the rest goes on');
      failures.push(error);
    };
    const chains = (await dueChains(db, clock.now())).filter((chain) => isDue(triedAt.get(chain)));
    if (await isLookDue(db, clock.now())) await look(stopping).catch(failed({}));
    for (const chain of chains) {
      if (!(await mayContinue())) return;
      await verify(chain, stopping).catch(failed({ chain: chainId(chain) }));
    }
    if (failures.length > 0) throw failures[0];
  }

  return async (mayContinue, stopping) => {
    if (!(await mayContinue())) return;
    const prolonging = setInterval(() => void mayContinue().catch(() => undefined), PROLONG_EVERY_MS);
    try {
      await verifyDue(mayContinue, stopping);
    } catch (error) {
      if (!stopping.aborted) throw error;
    } finally {
      clearInterval(prolonging);
    }
  };
}

/** A time in the future was written by a wrong clock. */
async function isLookDue(db: Database, nowMs: number): Promise<boolean> {
  const looked = await db
    .selectFrom('leases')
    .select('expires_at')
    .where('name', '=', LOOKED)
    .executeTakeFirst();
  return looked === undefined || looked.expires_at <= nowMs - DAY_MS || looked.expires_at > nowMs + DAY_MS;
}

/** Rests for as long as the previous part took. */
function resting(clock: Clock, stopping: AbortSignal): () => Promise<void> {
  let resumedAt = clock.monotonic();
  return async () => {
    await sleep(clock.monotonic() - resumedAt, undefined, { signal: stopping });
    resumedAt = clock.monotonic();
  };
}

/** Chains not found fully sound in the last day, the longest waiting first. A future time is of a wrong clock. */
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
