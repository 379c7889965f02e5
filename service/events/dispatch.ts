/**
 * Gives each event its place in the order of its chain and passes it to the consumers, in one transaction: if
 * a node dies, another does its work. A reader that follows places misses none, because each new place comes
 * after every place that was visible before.
 */
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { byIndex } from '../database/sqlite/by-index.ts';
import type { Chore } from '../foundation/chores.ts';

/** An event that has been given its place. */
export interface PlacedEvent {
  event_id: string;
  type: string;
  endpoint_id: string | null;
  created_at: number;
  position: number;
}

/** Handles events in the transaction that gives them their places. */
export type EventConsumer = (tx: Database, chain: number, events: readonly PlacedEvent[]) => Promise<void>;

export interface DispatchDeps {
  db: Database;
  consumers: readonly EventConsumer[];
  /** Whether a thread of this process also runs this chore. */
  isDoneElsewhere?(): boolean;
}

const EVERY_MS = 100;
const EVENTS_AT_ONCE = 256;

export function dispatchChore(deps: DispatchDeps): Chore {
  return {
    name: 'hand on events',
    everyMs: EVERY_MS,
    async run(stopping) {
      let more = deps.isDoneElsewhere?.() !== true;
      while (more && !stopping.aborted) {
        more = false;
        for (let chain = await chainBehind(deps.db, -1); chain !== undefined; ) {
          if ((await dispatch(deps, chain)) === EVENTS_AT_ONCE) more = true;
          chain = await chainBehind(deps.db, chain);
        }
      }
    },
  };
}

/** The next chain with unplaced events; chains take turns, even if one has many events. */
async function chainBehind(db: Database, last: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select('chain')
    .where('position', 'is', null)
    .where('chain', '>', last)
    .orderBy('chain')
    .limit(1)
    .executeTakeFirst();
  return row?.chain;
}

/** @returns the number of events handed on; at most 256. */
export function dispatch({ db, consumers }: DispatchDeps, chain: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const size = await holdHead(tx, chain);
    const events = await place(tx, chain, size);
    if (events.length === 0) return 0;
    const grown = { size: size + events.length };
    await tx.updateTable('event_heads').set(grown).where('chain', '=', chain).execute();
    for (const consume of consumers) await consume(tx, chain, events);
    return events.length;
  });
}

/**
 * Ensures that no other node places events of the chain before the transaction ends. @returns the number of
 * placed events.
 */
async function holdHead(tx: Database, chain: number): Promise<number> {
  const held = await lockedHead(tx, chain).returning('size').executeTakeFirstOrThrow();
  return held.size;
}

/** Locks the row that a node holds while it places events of the chain; creates it if it is missing. */
export function lockedHead(db: Database, chain: number) {
  return db
    .insertInto('event_heads')
    .values({ chain, size: 0 })
    .onConflict((conflict) =>
      conflict.column('chain').doUpdateSet(({ ref }) => ({ size: ref('event_heads.size') })),
    );
}

async function place(tx: Database, chain: number, size: number): Promise<PlacedEvent[]> {
  const placed = await tx
    .updateTable('events')
    .from((from) =>
      from
        .selectFrom((inner) =>
          inner
            .selectFrom(byIndex(tx, 'events', 'events_to_place'))
            .select('event_id')
            .where('chain', '=', chain)
            .where('position', 'is', null)
            .orderBy('event_id')
            .limit(EVENTS_AT_ONCE)
            .as('next'),
        )
        .select(['event_id', sql<number>`row_number() over (order by event_id)`.as('place')])
        .as('next'),
    )
    .set({ position: sql<number>`${size - 1} + next.place` })
    .where('events.chain', '=', chain)
    .whereRef('events.event_id', '=', 'next.event_id')
    .returning([
      'events.event_id as event_id',
      'events.type as type',
      'events.endpoint_id as endpoint_id',
      'events.created_at as created_at',
      'events.position as position',
    ])
    .execute();
  return placed
    .map((event) => ({ ...event, position: event.position ?? 0 }))
    .sort((one, other) => one.position - other.position);
}
