/**
 * A lease on a piece of work that one node at a time should do. It lapses by itself, so a node that died holds nobody
 * up. Clocks of nodes differ, so two nodes can hold one for a moment: the work must bear being done twice.
 */
import type { Database } from './open.ts';

export interface LeaseRequest {
  name: string;
  /** Who wants it, told apart from every other node and process. */
  holder: string;
  nowMs: number;
  forMs: number;
}

/** Takes or prolongs the lease. @returns whether it is the holder's now. */
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
          lease.or([lease('leases.holder', '=', holder), lease('leases.expires_at', '<=', nowMs)]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Lets another node go on at once. */
export async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
