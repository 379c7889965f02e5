/**
 * Finds the due deliveries of an endpoint: new ones in order of place, and retries in order of time, so that neither
 * hold up the other. Clocks do not affect the order of the new ones.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { deliveriesOf } from '../endpoints/row.ts';
import { MAX_DELAY_MS } from './retry.ts';

/** `next_at` of a new delivery: earlier than any clock's time. */
export const AT_ONCE = 0;

const FRESH_AT_ONCE = 384;
const AGAIN_AT_ONCE = 32;

/** A literal, so that the planner can use the partial index of pending deliveries. */
const PENDING = sql.lit('pending' as const);

export interface EndpointRef {
  chain: number;
  endpointId: string;
}

export interface DueDelivery {
  position: number;
  eventId: string;
  type: string;
  /** The number of earlier attempts, in total and since the last replay. */
  attempts: number;
  tries: number;
  /** null if the event is no longer kept. */
  event: { data: string; createdAt: number; traceContext: string | null } | null;
}

export interface DueDeliveries {
  deliveries: DueDelivery[];
  /** Whether there may be more of them. */
  more: boolean;
}

/** At most 416, in the order of sending. */
export async function readDue(db: Database, endpoint: EndpointRef, now: number): Promise<DueDeliveries> {
  const fresh = await select(db, endpoint)
    .where('webhook_deliveries.next_at', '=', AT_ONCE)
    .orderBy('webhook_deliveries.position')
    .limit(FRESH_AT_ONCE)
    .execute();
  const again = await select(db, endpoint)
    .where('webhook_deliveries.next_at', '>', AT_ONCE)
    .where('webhook_deliveries.next_at', '<=', now)
    .orderBy('webhook_deliveries.next_at')
    .orderBy('webhook_deliveries.position')
    .limit(AGAIN_AT_ONCE)
    .execute();
  const found = [...fresh, ...again];
  if (found.length === 0) found.push(...(await misdated(db, endpoint, now)));
  return {
    deliveries: found.map(
      ({ data, event_created_at: createdAt, trace_context: traceContext, event_id, ...row }) => ({
        ...row,
        eventId: event_id,
        event: data === null || createdAt === null ? null : { data, createdAt, traceContext },
      }),
    ),
    more: fresh.length === FRESH_AT_ONCE || again.length === AGAIN_AT_ONCE,
  };
}

/** Deliveries that a wrong clock has postponed beyond the longest delay. */
function misdated(db: Database, endpoint: EndpointRef, now: number) {
  return select(db, endpoint)
    .where('webhook_deliveries.next_at', '>', now + MAX_DELAY_MS)
    .orderBy('webhook_deliveries.next_at')
    .orderBy('webhook_deliveries.position')
    .limit(AGAIN_AT_ONCE)
    .execute();
}

function select(db: Database, { chain, endpointId }: EndpointRef) {
  return db
    .selectFrom('webhook_deliveries')
    .leftJoin('events', (join) =>
      join
        .onRef('events.chain', '=', 'webhook_deliveries.chain')
        .onRef('events.event_id', '=', 'webhook_deliveries.event_id'),
    )
    .select([
      'webhook_deliveries.position',
      'webhook_deliveries.event_id',
      'webhook_deliveries.type',
      'webhook_deliveries.attempts',
      'webhook_deliveries.tries',
      'events.data',
      'events.created_at as event_created_at',
      'events.trace_context',
    ])
    .where('webhook_deliveries.chain', '=', chain)
    .where('webhook_deliveries.endpoint_id', '=', endpointId)
    .where('webhook_deliveries.status', '=', PENDING);
}

/**
 * When the next pending delivery is to be tried: `now` if one is due; null if there is none.
 * @param tx has locked the endpoint's row in an earlier statement, so that this one sees every added delivery.
 */
export async function nextDueAt(tx: Database, endpoint: EndpointRef, now: number): Promise<number | null> {
  const next = await deliveriesOf(tx, endpoint.chain, endpoint.endpointId)
    .select('next_at')
    .where('status', '=', PENDING)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return null;
  const at = next.next_at ?? AT_ONCE;
  return at <= now || at > now + MAX_DELAY_MS ? now : at;
}
