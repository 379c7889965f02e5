/**
 * Records what sinks were sent, range by range, so that it can be proven later. The sending thread appends no evidence,
 * so a range ends first, and its record follows.
 */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { eventOf } from '../../events/index.ts';
import { type ChangeDeps, recordChange, type Stamp, stampNow } from '../../evidence/changes/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import { end, RANGE_MS, type RangeRow, rangeAt } from './ranges.ts';
import { SENT_ACTION } from './stream.ts';

export const GAP_ACTION = 'sink.gap';
/** The actor of records that no person causes. */
const DELIVERY = 'delivery';
const EVERY_MS = 1000;
const ROWS_AT_ONCE = 100;

export interface RecordSentDeps extends ChangeDeps {
  db: Database;
}

export function recordSentChore(deps: RecordSentDeps): Chore {
  return {
    name: 'record what a SIEM was sent',
    everyMs: EVERY_MS,
    async run() {
      const now = deps.clock.now();
      for (const row of await overdue(deps.db, now)) await end(deps.db, row, now);
      for (const row of await unstated(deps.db)) await state(deps, row);
    },
  };
}

/**
 * Ranges that an hour has ended, or whose sink is gone. One that only states what was sent goes on: its own record would
 * be sent too, and then need a record.
 */
function overdue(db: Database, now: number): Promise<RangeRow[]> {
  return db
    .selectFrom('sink_ranges')
    .selectAll()
    .where('evidence_id', 'is', null)
    .where('ended_at', 'is', null)
    .where(({ or, and, eb, not, exists, selectFrom, ref }) =>
      or([
        and([eb('begun_at', '<=', now - RANGE_MS), eb('messages', '>', ref('own'))]),
        not(
          exists(
            selectFrom('sinks')
              .select('sinks.sink_id')
              .whereRef('sinks.chain', '=', 'sink_ranges.chain')
              .whereRef('sinks.sink_id', '=', 'sink_ranges.sink_id'),
          ),
        ),
      ]),
    )
    .limit(ROWS_AT_ONCE)
    .execute();
}

function unstated(db: Database): Promise<RangeRow[]> {
  return db
    .selectFrom('sink_ranges')
    .selectAll()
    .where('evidence_id', 'is', null)
    .where('ended_at', 'is not', null)
    .orderBy('begun_at')
    .limit(ROWS_AT_ONCE)
    .execute();
}

async function state(deps: RecordSentDeps, row: RangeRow): Promise<void> {
  const stamp = stampNow(deps);
  const isGap = row.kind === 'gap';
  await recordChange(deps, {
    chain: row.chain,
    stamp,
    action: isGap ? GAP_ACTION : SENT_ACTION,
    actor: DELIVERY,
    change: statedRange(row),
    // Overtaken if another node has recorded it.
    statements: [
      bound(rangeAt(deps.db, row).set({ evidence_id: stamp.id }).where('evidence_id', 'is', null), 1),
    ],
    events: isGap ? [await gapEvent(deps, row, stamp)] : [],
  });
}

/** A range as its record states it. */
export function statedRange(row: RangeRow): JsonObject {
  return {
    sink_id: row.sink_id,
    stream: row.stream,
    number: row.number,
    first: row.first,
    last: row.behind_last - 1,
    messages: row.messages,
    bytes: row.bytes,
    own: row.own,
    hash: `sha256:${Buffer.from(row.hash).toString('hex')}`,
    rendering: parseJson(row.rendering),
    begun_at: row.begun_at,
    ended_at: row.ended_at,
  };
}

async function gapEvent({ db, ids }: RecordSentDeps, row: RangeRow, { id, at }: Stamp) {
  const { chain, sink_id, stream, first, behind_last } = row;
  const sink = await db
    .selectFrom('sinks')
    .select('name')
    .where('chain', '=', chain)
    .where('sink_id', '=', sink_id)
    .executeTakeFirst();
  const range = { stream, first, last: behind_last - 1, evidence_id: id };
  const data = { sink_id, name: sink?.name ?? null, problem: 'gap', ...range };
  return eventOf(ids, { chain, type: 'sink.failed', data, at });
}
