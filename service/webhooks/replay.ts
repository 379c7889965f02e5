/**
 * Sends a test to an endpoint, and replays deliveries that were sent or given up: the same event under the same id,
 * with all its earlier attempts. The endpoint's row is locked first, as everywhere, so that the sending node does not
 * miss the new work.
 */
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { eventOf, TEST_EVENT, writeEvent } from '../events/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Delivery, findDelivery, noSuchDelivery } from './deliveries.ts';
import { type EndpointDeps, findEndpoint, isDisabled } from './endpoints/endpoint.ts';
import { deliveriesOf, updateDeliveries, updateEndpoint } from './endpoints/row.ts';
import { inShortTransactions, ROWS_AT_ONCE } from './endpoints/settle.ts';

export interface ReplayDeps {
  db: Database;
  clock: Clock;
}

/** @throws {Failure} `not_found`; `conflict` if the endpoint is disabled. */
export async function replayDelivery(
  { db, clock }: ReplayDeps,
  chain: number,
  endpointId: string,
  eventId: string,
): Promise<Delivery> {
  const { position } = await findDelivery(db, chain, endpointId, eventId);
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await holdEnabled(tx, chain, endpointId, now);
    const again = await updateDeliveries(tx, chain, endpointId)
      .set(begunAnew(now))
      .where('position', '=', position)
      .returningAll()
      .executeTakeFirst();
    if (again === undefined) throw noSuchDelivery();
    return again;
  });
}

/**
 * Replays each failed delivery of an event since `since` once, oldest first. A delivery that fails again stays failed.
 * @param since ms since the epoch.
 * @returns the number of replayed deliveries.
 * @throws {Failure} `not_found`; `conflict` if the endpoint is disabled, even if that happens on the way.
 */
export async function replayFailed(
  { db, clock }: ReplayDeps,
  chain: number,
  endpointId: string,
  since: number,
): Promise<number> {
  await findEndpoint(db, chain, endpointId);
  let last = -1;
  return inShortTransactions(db, async (tx) => {
    const now = clock.now();
    await holdEnabled(tx, chain, endpointId, now);
    const replayed = await replaySome(tx, { chain, endpointId, since, last, now });
    last = Math.max(last, ...replayed);
    return replayed.length;
  });
}

interface Some {
  chain: number;
  endpointId: string;
  since: number;
  /** The position up to which deliveries are replayed. */
  last: number;
  now: number;
}

/** @returns the positions of the replayed deliveries. */
async function replaySome(tx: Database, { chain, endpointId, since, last, now }: Some): Promise<number[]> {
  const some = deliveriesOf(tx, chain, endpointId)
    .select('position')
    .where('status', '=', sql.lit('failed' as const))
    .where('position', '>', last)
    .where('created_at', '>=', since)
    .orderBy('position')
    .limit(ROWS_AT_ONCE);
  const rows = await updateDeliveries(tx, chain, endpointId)
    .set(begunAnew(now))
    .where('position', 'in', some)
    .returning('position')
    .execute();
  return rows.map(({ position }) => position);
}

function begunAnew(now: number) {
  return { status: 'pending', tries: 0, next_at: now, settled_at: null } as const;
}

/** @throws {Failure} `not_found`; `conflict`. */
async function holdEnabled(tx: Database, chain: number, endpointId: string, now: number): Promise<void> {
  const held = await updateEndpoint(tx, chain, endpointId)
    .set({ due_at: now })
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (held.numUpdatedRows === 1n) return;
  await findEndpoint(tx, chain, endpointId);
  throw isDisabled();
}

/**
 * Sends a test event to an endpoint. It takes the same path as any other event.
 * @returns the id of the event.
 * @throws {Failure} `not_found`; `conflict` if the endpoint is disabled.
 */
export async function sendTest(
  { db, ids, clock }: Pick<EndpointDeps, 'db' | 'ids' | 'clock'>,
  chain: number,
  endpointId: string,
): Promise<string> {
  const endpoint = await findEndpoint(db, chain, endpointId);
  if (endpoint.disabled_at !== null) throw isDisabled();
  const data = { endpoint_id: endpointId };
  const event = eventOf(ids, { chain, type: TEST_EVENT, data, at: clock.now(), endpointId });
  await writeEvent(db, event);
  return event.event_id;
}
