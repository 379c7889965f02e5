/** A chore that one node at a time runs, under a lease that it extends while it works and releases at its end. */
import type { Chore } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { Database } from '../open.ts';
import { holdLease, releaseLease } from './lease.ts';

/** Takes or extends the lease. @returns false if another node has it, or the service stops. */
export type MayContinue = () => Promise<boolean>;

export interface LeasedWork extends Omit<Chore, 'run'> {
  /** Defaults to the name of the chore. */
  lease?: string;
  leaseMs: number;
  /** Calls `mayContinue` before each step; it need not do so if there is nothing to do. */
  work(mayContinue: MayContinue, stopping: AbortSignal): Promise<void>;
}

export interface LeaseDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

export function leasedChore(
  { db, clock, ids }: LeaseDeps,
  { name, lease = name, leaseMs, work, ...chore }: LeasedWork,
): Chore {
  const holder = ids.random('node');
  return {
    ...chore,
    name,
    async run(stopping) {
      let asked = false;
      const mayContinue = async () => {
        if (stopping.aborted) return false;
        asked = true;
        return holdLease(db, { name: lease, holder, nowMs: clock.now(), forMs: leaseMs });
      };
      try {
        await work(mayContinue, stopping);
      } finally {
        if (asked) await releaseLease(db, lease, holder);
      }
    },
  };
}
