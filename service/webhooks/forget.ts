/**
 * Deletes events, their deliveries and their attempts thirty days after the event: a few at a time, in short
 * transactions, by one node. A pending delivery stays until it is settled, and so does its event.
 */

import { sql } from 'kysely';
import { type LeaseDeps, leasedChore, type MayContinue } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import type { Chore } from '../foundation/chores.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { firstIdAt } from '../foundation/ids.ts';
import { deliveriesOf } from './endpoints/row.ts';

export const EVENTS_KEPT_MS = 30 * DAY_MS;

const LEASE_MS = 60_000;
const EVERY_MS = 600_000;
/** Rows in one transaction; while it runs on SQLite, no evaluation commits. */
const EVENTS_AT_ONCE = 200;

const PENDING = sql.lit('pending' as const);

interface OldEvent {
  event_id: string;
  position: number | null;
}

export function forgetEventsChore(deps: LeaseDeps): Chore {
  const { db, clock } = deps;
  return leasedChore(deps, {
    name: 'forget old events',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    work: (mayContinue) => forgetEvents(db, clock.now() - EVENTS_KEPT_MS, mayContinue),
  });
}

export async function forgetEvents(db: Database, before: number, mayContinue: MayContinue): Promise<void> {
  for (let chain = await nextChain(db, -1); chain !== undefined; chain = await nextChain(db, chain)) {
    const endpoints = await endpointsOf(db, chain);
    for (let last = ''; ; ) {
      if (!(await mayContinue())) return;
      const old = await oldEvents(db, chain, last, before);
      if (old.length > 0) await forgetSome(db, chain, endpoints, old);
      if (old.length < EVENTS_AT_ONCE) break;
      last = old.at(-1)?.event_id ?? last;
    }
  }
}

async function nextChain(db: Database, last: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('event_heads')
    .select('chain')
    .where('chain', '>', last)
    .orderBy('chain')
    .limit(1)
    .executeTakeFirst();
  return row?.chain;
}

/** Includes deleted endpoints that still have deliveries. Each is found after the previous one. */
async function endpointsOf(db: Database, chain: number): Promise<string[]> {
  const found: string[] = [];
  for (let last = ''; ; ) {
    const row = await db
      .selectFrom('webhook_deliveries')
      .select('endpoint_id')
      .where('chain', '=', chain)
      .where('endpoint_id', '>', last)
      .orderBy('endpoint_id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return found;
    last = row.endpoint_id;
    found.push(last);
  }
}

/** Finds them by their ids, which begin with the time. */
function oldEvents(db: Database, chain: number, last: string, before: number): Promise<OldEvent[]> {
  return db
    .selectFrom('events')
    .select(['event_id', 'position'])
    .where('chain', '=', chain)
    .where('event_id', '>', last)
    .where('event_id', '<', firstIdAt('evt', before))
    .where('position', 'is not', null)
    .orderBy('event_id')
    .limit(EVENTS_AT_ONCE)
    .execute();
}

function forgetSome(
  db: Database,
  chain: number,
  endpoints: readonly string[],
  events: readonly OldEvent[],
): Promise<void> {
  const positions = events.flatMap(({ position }) => (position === null ? [] : [position]));
  return db.transaction().execute(async (tx) => {
    const kept = new Set<number>();
    for (const endpointId of endpoints) {
      for (const position of await forgetDeliveries(tx, chain, endpointId, positions)) kept.add(position);
    }
    const gone = events.filter(({ position }) => position !== null && !kept.has(position));
    if (gone.length === 0) return;
    const ids = gone.map(({ event_id }) => event_id);
    await tx.deleteFrom('events').where('chain', '=', chain).where('event_id', 'in', ids).execute();
  });
}

/** @returns the positions of the pending deliveries. */
async function forgetDeliveries(
  tx: Database,
  chain: number,
  endpointId: string,
  positions: readonly number[],
): Promise<number[]> {
  const settled = await tx
    .deleteFrom('webhook_deliveries')
    .where('chain', '=', chain)
    .where('endpoint_id', '=', endpointId)
    .where('position', 'in', positions)
    .where('status', '<>', PENDING)
    .returning('position')
    .execute();
  const forgotten = settled.map(({ position }) => position);
  if (forgotten.length > 0) {
    await tx
      .deleteFrom('webhook_attempts')
      .where('chain', '=', chain)
      .where('endpoint_id', '=', endpointId)
      .where('position', 'in', forgotten)
      .execute();
  }
  const left = await deliveriesOf(tx, chain, endpointId)
    .select('position')
    .where('position', 'in', positions)
    .execute();
  return left.map(({ position }) => position);
}
