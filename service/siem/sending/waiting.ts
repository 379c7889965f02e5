/** Finds the sinks for which something waits, and how much. */
import type { Database } from '../../database/open.ts';
import { type Place, STREAMS } from '../sent/index.ts';
import type { SinkRow } from '../sinks/index.ts';

/** How much waits in a stream. */
export interface Waiting extends Place {
  position: number;
  /** How many the stream has. */
  size: number;
}

/** A sink rests for at most this long after a failure. */
export const LONGEST_REST_MS = 60_000;

/** Those that may be tried, the longest waiting first. @param but sinks that are being served. */
export function dueSinks(
  db: Database,
  now: number,
  but: readonly string[],
  limit: number,
): Promise<SinkRow[]> {
  let query = db
    .selectFrom('sinks')
    .innerJoin('sink_heads', (join) =>
      join.onRef('sink_heads.chain', '=', 'sinks.chain').onRef('sink_heads.sink_id', '=', 'sinks.sink_id'),
    )
    .innerJoin('chains', 'chains.chain', 'sinks.chain')
    .leftJoin('event_heads', 'event_heads.chain', 'sinks.chain')
    .selectAll('sinks')
    .distinct()
    .where('sinks.paused_at', 'is', null)
    // A later time was written under a wrong clock.
    .where(({ or, eb }) =>
      or([eb('sinks.next_at', '<=', now), eb('sinks.next_at', '>', now + LONGEST_REST_MS)]),
    )
    .where(({ or, and, eb, ref }) =>
      or([
        and([eb('sink_heads.stream', '=', 'evidence'), eb('chains.size', '>', ref('sink_heads.position'))]),
        and([
          eb('sink_heads.stream', '=', 'events'),
          eb('event_heads.size', '>', ref('sink_heads.position')),
        ]),
      ]),
    );
  if (but.length > 0) query = query.where('sinks.sink_id', 'not in', but);
  return query.orderBy('sinks.next_at').orderBy('sinks.sink_id').limit(limit).execute();
}

/** Each stream of a sink, also one in which nothing waits. */
export async function streamsOf(
  db: Database,
  { chain, sink_id: sinkId }: Pick<SinkRow, 'chain' | 'sink_id'>,
): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('sink_heads')
    .innerJoin('chains', 'chains.chain', 'sink_heads.chain')
    .leftJoin('event_heads', 'event_heads.chain', 'sink_heads.chain')
    .select(['sink_heads.stream', 'sink_heads.position', 'chains.size', 'event_heads.size as events'])
    .where('sink_heads.chain', '=', chain)
    .where('sink_heads.sink_id', '=', sinkId)
    .execute();
  const found = rows.map(({ stream, position, size, events }) => {
    return { chain, sinkId, stream, position, size: stream === 'evidence' ? size : (events ?? 0) };
  });
  return found.sort((one, other) => STREAMS.indexOf(one.stream) - STREAMS.indexOf(other.stream));
}

export async function waitingFor(db: Database, row: Pick<SinkRow, 'chain' | 'sink_id'>): Promise<Waiting[]> {
  return (await streamsOf(db, row)).filter(({ position, size }) => size > position);
}
