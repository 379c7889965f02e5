/**
 * Lists the events of a chain in the order of their places, for a reader that continues after the last one it
 * has seen. A page's `next` points past all events that it examined: a reader that follows it misses nothing
 * and sees nothing twice.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import type { EventType } from './types.ts';

export interface ListedEvent {
  id: string;
  /** Its place, from 1. */
  sequence: number;
  type: string;
  /** ms since the epoch. */
  at: number;
  data: JsonObject;
}

export interface EventPage {
  items: ListedEvent[];
  /** The place to continue from: the last sequence that was examined. */
  next: number;
  /** Whether there was nothing after `next`. */
  atEnd: boolean;
}

export interface EventQuery {
  /** The last known sequence; undefined to wait for new events. */
  after?: number | undefined;
  /** Empty for all. */
  types: readonly EventType[];
  limit: number;
}

/** The maximum number of places that one page examines: a query for a rare type must not read everything. */
const MAX_LOOKED_AT = 20_000;

export async function listEvents(db: Database, chain: number, query: EventQuery): Promise<EventPage> {
  // Comes first, so that every event counted here can be read below.
  const size = await placedEvents(db, chain);
  const { after = size, types, limit } = query;
  if (after >= size) return { items: [], next: size, atEnd: true };
  const from = await oldestFrom(db, chain, after);
  const end = Math.min(size, from + MAX_LOOKED_AT);
  const rows = await db
    .selectFrom('events')
    .select(['event_id', 'type', 'created_at', 'data', 'position'])
    .where('chain', '=', chain)
    .where('position', '>=', from)
    .where('position', '<', end)
    .where('endpoint_id', 'is', null)
    .$if(types.length > 0, (of) => of.where('type', 'in', types))
    .orderBy('position')
    .limit(limit)
    .execute();
  const items = rows.map(({ event_id, type, created_at, data, position }) => ({
    id: event_id,
    sequence: (position ?? 0) + 1,
    type,
    at: created_at,
    data: JSON.parse(data) as JsonObject,
  }));
  const next = items.length === limit ? (items.at(-1)?.sequence ?? end) : end;
  return { items, next, atEnd: next === size };
}

async function placedEvents(db: Database, chain: number): Promise<number> {
  const head = await db
    .selectFrom('event_heads')
    .select('size')
    .where('chain', '=', chain)
    .executeTakeFirst();
  return head?.size ?? 0;
}

/** Deleted events are skipped in one step. */
async function oldestFrom(db: Database, chain: number, position: number): Promise<number> {
  const oldest = await db
    .selectFrom('events')
    .select('position')
    .where('chain', '=', chain)
    .where('position', '>=', position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return oldest?.position ?? position;
}
