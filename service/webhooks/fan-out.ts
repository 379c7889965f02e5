/**
 * Each event becomes a delivery for every enabled endpoint of its chain that wants it, in the transaction that gives
 * the event its place. An UPDATE locks the endpoint's row, so a node that is about to release it checks again.
 */
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { EventConsumer, PlacedEvent } from '../events/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { channelConsumer, noticeConsumer } from '../notices/index.ts';
import { updateEndpoint } from './endpoints/row.ts';
import { AT_ONCE } from './sending/due.ts';

interface Subscriber {
  endpoint_id: string;
  /** JSON array of event types; null for all of them. */
  types: string | null;
}

/** The work that follows an event, wherever it is placed: on the event loop or on the sending thread. */
export function eventConsumers(clock: Clock): readonly EventConsumer[] {
  return [fanOut(clock), noticeConsumer, channelConsumer];
}

export function fanOut(clock: Clock): EventConsumer {
  return async (tx, chain, events) => {
    const now = clock.now();
    for (const { endpoint_id, types } of await subscribersOf(tx, chain)) {
      const wanted = wantedOf(events, endpoint_id, types);
      if (wanted.length === 0 || !(await wake(tx, chain, endpoint_id, now))) continue;
      await addDeliveries(tx, { chain, endpoint_id, created_at: now }, wanted);
    }
  };
}

/** Every node locks the rows of several endpoints in this order, so that no two wait for each other. */
function subscribersOf(tx: Database, chain: number): Promise<Subscriber[]> {
  return tx
    .selectFrom('webhook_endpoints')
    .select(['endpoint_id', 'types'])
    .where('chain', '=', chain)
    .where('disabled_at', 'is', null)
    .orderBy('endpoint_id')
    .execute();
}

/** An event for one endpoint goes only there, even if that endpoint asked for other types. */
function wantedOf(events: readonly PlacedEvent[], endpointId: string, types: string | null): PlacedEvent[] {
  const wantedTypes = types === null ? null : new Set(JSON.parse(types) as string[]);
  return events.filter(({ type, endpoint_id }) =>
    endpoint_id === null ? (wantedTypes?.has(type) ?? true) : endpoint_id === endpointId,
  );
}

/** @returns false if the endpoint was deleted or disabled in the meantime: nothing is kept for it then. */
async function wake(tx: Database, chain: number, endpointId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await updateEndpoint(tx, chain, endpointId)
    .set({ due_at: sql<number>`CASE WHEN due_at <= ${now} THEN due_at ELSE ${now} END` })
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Copies from the stored events, because passing many rows through the process costs more than all the rest. */
async function addDeliveries(
  tx: Database,
  { chain, endpoint_id, created_at }: { chain: number; endpoint_id: string; created_at: number },
  events: readonly PlacedEvent[],
): Promise<void> {
  const positions = events.map(({ position }) => position);
  await tx
    .insertInto('webhook_deliveries')
    .columns(['chain', 'endpoint_id', 'position', 'event_id', 'type', 'status', 'next_at', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('events')
        .select([
          'chain',
          sql<string>`cast(${endpoint_id} as text)`.as('to'),
          sql<number>`position`.as('place'),
          'event_id',
          'type',
          sql.lit('pending' as const).as('status'),
          sql.lit(AT_ONCE).as('next_at'),
          sql<number>`cast(${created_at} as bigint)`.as('added_at'),
        ])
        .where('chain', '=', chain)
        .where('position', 'in', positions),
    )
    .execute();
}
