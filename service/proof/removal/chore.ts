/**
 * Redacts and prunes on one node at a time: unfinished removals every minute, expired payloads every hour. Removals are
 * final, so a clock that jumped hours ahead is not trusted for a day.
 */

import { leasedChore, type MayContinue } from '../../database/nodes/leased-chore.ts';
import type { Chore } from '../../foundation/chores.ts';
import { ClockJumps, DAY_MS } from '../../foundation/clock.ts';
import { holdAt } from '../holds/hold.ts';
import { type CarryOutDeps, finishRemovals, removePayloads } from './carry-out.ts';
import { type PruneDeps, stateExpired } from './prune.ts';
import { removalsUnderWay, type StatedRemoval } from './state.ts';

export type RemovalDeps = PruneDeps & CarryOutDeps;

const LEASE = 'prune expired evidence';
const LEASE_MS = 300_000;
/** How often a long run extends the lease, ms. */
const PROLONG_EVERY_MS = 60_000;
const EVERY_MS = 60_000;
const EXPIRED_EVERY_MS = 3_600_000;
/** After a jump of this length, the clock is not trusted, ms. */
const DOUBTED_MS = 3_600_000;
/** How long the database may take to erase deleted rows, ms. */
const PATIENCE_MS = 30_000;

export function removalChore(deps: RemovalDeps): Chore {
  const { clock } = deps;
  const jumps = new ClockJumps(clock);
  let nextExpiredAt = Number.NEGATIVE_INFINITY;

  /** A clock that has been corrected is trusted at once. */
  function lookAtClock(): void {
    const jumpedMs = jumps.look() ?? 0;
    if (jumpedMs > DOUBTED_MS) nextExpiredAt = clock.monotonic() + DAY_MS;
    else if (jumpedMs < -DOUBTED_MS) nextExpiredAt = clock.monotonic();
  }

  function prolonging(prolong: MayContinue, stopping: AbortSignal): MayContinue {
    let prolongAt = clock.monotonic() + PROLONG_EVERY_MS;
    return async () => {
      if (stopping.aborted) return false;
      if (clock.monotonic() < prolongAt) return true;
      prolongAt = clock.monotonic() + PROLONG_EVERY_MS;
      return prolong();
    };
  }

  return leasedChore(deps, {
    name: 'remove redacted and expired evidence',
    everyMs: EVERY_MS,
    lease: LEASE,
    leaseMs: LEASE_MS,
    async work(prolong, stopping) {
      if (!(await prolong())) return;
      lookAtClock();
      const mayContinue = prolonging(prolong, stopping);
      if (clock.monotonic() < nextExpiredAt) return await finishStatedRemovals(deps, mayContinue);
      nextExpiredAt = clock.monotonic() + EXPIRED_EVERY_MS;
      await removeExpired(deps, mayContinue);
    },
  });
}

/** Prunes the expired payloads of every chain, and finishes earlier removals. */
export async function removeExpired(deps: RemovalDeps, mayContinue: MayContinue): Promise<void> {
  try {
    await stateExpired(deps, mayContinue);
  } finally {
    await finishStatedRemovals(deps, mayContinue);
  }
}

/** @property patienceMs how long the database may take to erase deleted rows. */
interface Wanted {
  removals?: readonly StatedRemoval[];
  patienceMs?: number;
}

/**
 * Carries out stated removals, by default all. A chain whose statement no checkpoint covers yet is left for later, and
 * does not delay the others. @throws the error of the first such chain.
 */
export async function finishStatedRemovals(
  deps: CarryOutDeps,
  mayContinue: MayContinue,
  { removals, patienceMs = PATIENCE_MS }: Wanted = {},
): Promise<void> {
  const removed: StatedRemoval[] = [];
  const faults = new Map<number, unknown>();
  for (const removal of removals ?? (await removalsUnderWay(deps.db))) {
    if (faults.has(removal.chain)) continue;
    if (!(await mayContinue())) break;
    // A redaction that was stated before a legal hold waits until it is lifted; a range leaves out held records.
    const waits =
      removal.kind === 'redaction' && (await holdAt(deps.db, removal.chain, removal.first)) !== null;
    if (waits) continue;
    try {
      if (!(await removePayloads(deps, removal, mayContinue))) break;
      removed.push(removal);
    } catch (error) {
      faults.set(removal.chain, error);
    }
  }
  if (removed.length > 0 && (await mayContinue())) await finishRemovals(deps, removed, patienceMs);
  for (const fault of faults.values()) throw fault;
}
