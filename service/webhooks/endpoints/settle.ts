/** Settles the deliveries of a disabled or deleted endpoint, in short transactions, a few at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { lockedHead } from '../../events/index.ts';
import { deliveriesOf, updateDeliveries, updateEndpoint } from './row.ts';

/** Rows in one transaction; while it runs on SQLite, no evaluation commits. */
export const ROWS_AT_ONCE = 500;
/** The pause between two transactions, so that others can commit, ms. */
const PAUSE_MS = 10;

/** Keeps events of the chain from being dispatched until the transaction ends, so that none arrives after it. */
export function lockedEventHead(db: Database, chain: number): BoundStatement {
  return bound(lockedHead(db, chain), 1);
}

/**
 * Changes many rows, in transactions short enough not to hold up others.
 * @param some changes at most the given number of rows, and returns how many; fewer means that none are left.
 * @returns the total number of changed rows.
 */
export async function inShortTransactions(
  db: Database,
  some: (tx: Database) => Promise<number>,
): Promise<number> {
  for (let done = 0; ; await sleep(PAUSE_MS)) {
    const count = await db.transaction().execute(some);
    done += count;
    if (count < ROWS_AT_ONCE) return done;
  }
}

/** Gives up the pending deliveries of a disabled endpoint; does nothing to an enabled one. */
export async function settlePending(
  db: Database,
  chain: number,
  endpointId: string,
  at: number,
): Promise<void> {
  await inShortTransactions(db, (tx) => settleSome(tx, chain, endpointId, at));
}

async function settleSome(tx: Database, chain: number, endpointId: string, at: number): Promise<number> {
  const held = await updateEndpoint(tx, chain, endpointId)
    .set(({ ref }) => ({ due_at: ref('due_at') }))
    .where('disabled_at', 'is not', null)
    .executeTakeFirst();
  if (held.numUpdatedRows !== 1n) return 0;
  const some = deliveriesOf(tx, chain, endpointId)
    .select('position')
    .where('status', '=', sql.lit('pending' as const))
    .limit(ROWS_AT_ONCE);
  const settled = await updateDeliveries(tx, chain, endpointId)
    .set({ status: 'failed', next_at: null, settled_at: at })
    .where('position', 'in', some)
    .executeTakeFirst();
  return Number(settled.numUpdatedRows);
}

/** Deletes the deliveries and attempts of an endpoint. Call it for a deleted endpoint. */
export async function forgetDeliveries(db: Database, chain: number, endpointId: string): Promise<void> {
  await inShortTransactions(db, (tx) => forgetSome(tx, chain, endpointId));
}

async function forgetSome(tx: Database, chain: number, endpointId: string): Promise<number> {
  const some = await deliveriesOf(tx, chain, endpointId)
    .select('position')
    .orderBy('position')
    .limit(ROWS_AT_ONCE)
    .execute();
  const last = some.at(-1);
  if (last === undefined) return 0;
  for (const table of ['webhook_attempts', 'webhook_deliveries'] as const) {
    await tx
      .deleteFrom(table)
      .where('chain', '=', chain)
      .where('endpoint_id', '=', endpointId)
      .where('position', '<=', last.position)
      .execute();
  }
  return some.length;
}
