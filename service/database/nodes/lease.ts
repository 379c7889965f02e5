/**
 * A lease on work that one node at a time should do. It expires, so a crashed node does not block the others. Nodes'
 * clocks differ, so two nodes can hold a lease for a moment: doing the work twice must do no harm. A lease written
 * under a wrong clock does not block the others either.
 */
import { unlessUnavailable } from '../../foundation/failure.ts';
import type { Database } from '../open.ts';

/** The longest that a valid lease can still run, including the difference between nodes' clocks, ms. */
const LONGEST_REST_MS = 600_000;

export interface LeaseRequest {
  name: string;
  /** The id of the process that wants it. */
  holder: string;
  nowMs: number;
  forMs: number;
}

/** Takes or extends the lease. @returns whether the holder has it now. */
export async function holdLease(
  db: Database,
  { name, holder, nowMs, forMs }: LeaseRequest,
): Promise<boolean> {
  const expires_at = nowMs + forMs;
  const taken = await db
    .insertInto('leases')
    .values({ name, holder, expires_at })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at })
        .where((lease) =>
          lease.or([
            lease('leases.holder', '=', holder),
            lease('leases.expires_at', '<=', nowMs),
            lease('leases.expires_at', '>', nowMs + LONGEST_REST_MS),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Lets another node take it at once; without a database, it ends by itself. */
export async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  const release = db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder);
  await release.execute().catch(unlessUnavailable);
}
