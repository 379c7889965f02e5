/** Lets callers wait for events of a chain until a matching one arrives, or until their time is up. */
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { Waits } from '../foundation/waits.ts';
import { type EventPage, type EventQuery, listEvents } from './list.ts';

interface AwaitedEvents {
  chain: number;
  /** The number of events seen so far. */
  seen: number;
  /** Whether streams are counted; they are counted where they are opened. */
  byStream?: boolean;
}

export type EventWaits = Waits<AwaitedEvents>;

export interface AwaitEventsDeps {
  db: Database;
  clock: Clock;
  eventWaits: EventWaits;
}

/** Every waiting caller reads when an event arrives; one chain must not make that a load for all others. */
const MAX_WAITING_OF_A_CHAIN = 100;
const RETRY_AFTER_SECONDS = 5;

export function waitsForEvents(db: Database): EventWaits {
  return new Waits({
    keyOf: ({ chain, seen, byStream = false }) => `${chain}:${seen}:${byStream}`,
    async look(awaited) {
      const chains = [...new Set(awaited.map(({ chain }) => chain))];
      const heads = await db.selectFrom('event_heads').selectAll().where('chain', 'in', chains).execute();
      const sizes = new Map(heads.map(({ chain, size }) => [chain, size]));
      return awaited.filter(({ chain, seen }) => (sizes.get(chain) ?? 0) > seen);
    },
  });
}

/**
 * Reads existing events, or those that arrive within `waitMs`.
 * @throws {Failure} `rate_limited` if too many callers already wait for the chain.
 */
export async function awaitEvents(
  { db, clock, eventWaits }: AwaitEventsDeps,
  chain: number,
  query: EventQuery,
  waitMs: number,
  gone: AbortSignal,
): Promise<EventPage> {
  const until = clock.monotonic() + waitMs;
  let page = await listEvents(db, chain, query);
  while (page.items.length === 0 && page.atEnd) {
    const leftMs = until - clock.monotonic();
    if (leftMs <= 0) break;
    refuseTooMany(eventWaits, chain);
    if (!(await eventWaits.wait({ chain, seen: page.next }, leftMs, gone))) break;
    page = await listEvents(db, chain, { ...query, after: page.next });
  }
  return page;
}

function refuseTooMany(eventWaits: EventWaits, chain: number): void {
  if (eventWaits.count((awaited) => awaited.chain === chain && !awaited.byStream) < MAX_WAITING_OF_A_CHAIN)
    return;
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  throw new Failure('rate_limited', 'Too many requests are waiting for events of this environment.', {
    details,
  });
}
