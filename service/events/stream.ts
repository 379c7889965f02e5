/**
 * Follows the events of a chain for a connected caller: pages of events, and turns without any, until the
 * caller may no longer read, the maximum time is over, or the service stops. While nothing happens, all
 * callers of a node share one query.
 */
import type { Database } from '../database/open.ts';
import { Failure } from '../foundation/failure.ts';
import { type EventPage, type EventQuery, listEvents } from './list.ts';
import type { AwaitEventsDeps } from './wait.ts';

/** The shared state of a node's open streams. */
export interface EventStreams {
  /** The number of open streams, by chain. */
  open: Map<number, number>;
  /** Streams at the same place read the same page once. */
  read(chain: number, query: EventQuery): Promise<EventPage>;
}

export interface FollowDeps extends AwaitEventsDeps {
  eventStreams: EventStreams;
}

export interface Following {
  /** Aborts when the caller has hung up. */
  gone: AbortSignal;
  /** @throws {Failure} where the caller may no longer read. */
  requireStillAllowed(): Promise<void>;
}

/** Each open stream costs a page and an answer whenever something happens. */
const MAX_STREAMS_OF_A_CHAIN = 100;
const RETRY_AFTER_SECONDS = 5;
/** How often the caller's right to read is checked, ms; its loss is noticed within twice this time. */
const TURN_MS = 1_000;
/** Callers reconnect by themselves, to any node, so the load spreads again after a node is added. */
const MAX_STAY_MS = 600_000;

export function eventStreams(db: Database): EventStreams {
  const underWay = new Map<string, Promise<EventPage>>();
  return {
    open: new Map(),
    read(chain, query) {
      const key = JSON.stringify([chain, query.after, query.limit, query.types]);
      const reading =
        underWay.get(key) ?? listEvents(db, chain, query).finally(() => void underWay.delete(key));
      underWay.set(key, reading);
      return reading;
    },
  };
}

/**
 * Yields a page at once, which may be empty, and then each page with events; an empty one about every second.
 * @throws {Failure} `rate_limited` immediately, not during iteration, if too many streams of the chain are
 * open.
 */
export function followEvents(
  deps: FollowDeps,
  chain: number,
  query: EventQuery,
  following: Following,
): AsyncGenerator<EventPage, void, void> {
  const { open } = deps.eventStreams;
  const others = open.get(chain) ?? 0;
  if (others >= MAX_STREAMS_OF_A_CHAIN) {
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    throw new Failure('rate_limited', 'Too many event streams are open in this environment.', {
      details,
    });
  }
  open.set(chain, others + 1);
  const leave = () => {
    const left = (open.get(chain) ?? 1) - 1;
    if (left === 0) open.delete(chain);
    else open.set(chain, left);
  };
  if (following.gone.aborted) leave();
  else following.gone.addEventListener('abort', leave, { once: true });
  return pages(deps, chain, query, following);
}

async function* pages(
  { clock, eventWaits, eventStreams }: FollowDeps,
  chain: number,
  query: EventQuery,
  { gone, requireStillAllowed }: Following,
): AsyncGenerator<EventPage, void, void> {
  const until = clock.monotonic() + MAX_STAY_MS;
  let page = await eventStreams.read(chain, query);
  let checkedAt = clock.monotonic();
  yield page;
  while (!gone.aborted && !eventWaits.stopped && clock.monotonic() < until) {
    const { next, atEnd } = page;
    const isMore = !atEnd || (await eventWaits.wait({ chain, seen: next, byStream: true }, TURN_MS, gone));
    if (gone.aborted) return;
    // Events come more often than rights change.
    if (clock.monotonic() - checkedAt >= TURN_MS) {
      await requireStillAllowed();
      checkedAt = clock.monotonic();
    }
    page = isMore
      ? await eventStreams.read(chain, { ...query, after: next })
      : { items: [], next, atEnd: true };
    yield page;
  }
}
