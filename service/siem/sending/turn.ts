/**
 * One turn of a sink: in each stream, the records that wait are sent in order, and only then does the sink move on. After
 * a crash in between, they are sent again with the same bytes.
 */
import type { Database } from '../../database/open.ts';
import { eventOf, writeEvent, writeNotice } from '../../events/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { ownerOf } from '../../tenants/index.ts';
import { retryDelayMs } from '../../webhooks/sending/index.ts';
import { messageOf, type Rendering, renderingText } from '../messages/index.ts';
import {
  factsBetween,
  firstSince,
  gapFact,
  madeAt,
  moveOn,
  type Passed,
  type Place,
  SENT_ACTION,
} from '../sent/index.ts';
import type { CommonOptions, SinkRow } from '../sinks/index.ts';
import { LONGEST_REST_MS, type Waiting } from './waiting.ts';

export interface TurnDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

/** A sink with what this turn needs to know of it. */
export interface TurnSink {
  row: SinkRow;
  options: CommonOptions;
  rendering: Rendering;
  /** @returns null if all have arrived; otherwise the error in words. */
  send(messages: readonly string[]): Promise<string | null>;
}

const HOUR_MS = 3_600_000;
/** The tenant hears once of a receiver that is away for this long. */
const TOLD_AFTER_MS = 15 * 60_000;

/** @param most how many records. @returns how many were passed; null if the receiver did not take them. */
export async function sendSome(
  deps: TurnDeps,
  sink: TurnSink,
  waiting: Waiting,
  most: number,
): Promise<number | null> {
  const { db, clock } = deps;
  const first = await beyondBounds(deps, sink, waiting);
  if (first > waiting.position) return sendGap(deps, sink, waiting, first);
  const end = Math.min(waiting.size, first + most);
  const { chain, stream } = waiting;
  const { detail } = sink.rendering;
  const facts = (await factsBetween(db, chain, stream, [first, end], detail)).map(({ fact }) => fact);
  const passed: Passed = {
    kind: 'sent',
    first,
    end,
    messages: facts.map((fact) => messageOf(fact, sink.rendering)),
    own: facts.filter(({ action }) => action === SENT_ACTION).length,
    rendering: renderingText(sink.rendering),
    at: clock.now(),
  };
  return (await pass(deps, sink, waiting, passed)) ? end - first : null;
}

/** The position from which to go on, where too much waits, or something has waited for too long. */
async function beyondBounds(
  { db, clock }: TurnDeps,
  { options }: TurnSink,
  { chain, stream, position, size }: Waiting,
): Promise<number> {
  const byCount = Math.max(position, size - options.max_waiting);
  const since = clock.now() - options.max_hours * HOUR_MS;
  const oldest = await madeAt(db, chain, stream, byCount);
  // Expired events can't be sent.
  if (oldest !== null && oldest >= since) return byCount;
  return firstSince(db, chain, stream, [byCount, size], since);
}

async function sendGap(
  deps: TurnDeps,
  sink: TurnSink,
  waiting: Waiting,
  end: number,
): Promise<number | null> {
  const { position: first, sinkId, stream } = waiting;
  const at = deps.clock.now();
  const told = { first, end, at, own: 0, rendering: renderingText(sink.rendering), messages: [] };
  const message = messageOf(gapFact(sinkId, stream, told), sink.rendering);
  const passed: Passed = { ...told, kind: 'gap', messages: [message] };
  return (await pass(deps, sink, waiting, passed)) ? end - first : null;
}

/** @returns whether the receiver has it. */
async function pass(deps: TurnDeps, sink: TurnSink, place: Place, passed: Passed): Promise<boolean> {
  const error = passed.messages.length === 0 ? null : await sink.send(passed.messages);
  if (error !== null) {
    await failed(deps, sink.row, error);
    return false;
  }
  await deps.db.transaction().execute(async (tx) => {
    if (!(await moveOn(tx, place, passed))) return;
    if (passed.messages.length > 0) await works(tx, sink.row, deps.clock.now());
  });
  return true;
}

function works(tx: Database, row: SinkRow, now: number): Promise<unknown> {
  const well = { failing_since: null, told_at: null, last_error: null, tries: 0, next_at: 0 };
  return sinkAt(tx, row)
    .set({ ...well, last_sent_at: now })
    .execute();
}

async function failed({ db, clock, ids }: TurnDeps, row: SinkRow, error: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const current = await sinkAt(tx, row)
      .set(({ fn, ref, val, eb }) => ({
        failing_since: fn.coalesce(ref('failing_since'), val(now)),
        tries: eb('tries', '+', 1),
        last_error: error,
      }))
      .returning(['failing_since', 'tries', 'told_at'])
      .executeTakeFirst();
    if (current === undefined) return;
    const delay = retryDelayMs(current.tries, ids.number48() / 2 ** 48) ?? LONGEST_REST_MS;
    const isLong = now - (current.failing_since ?? now) >= TOLD_AFTER_MS && current.told_at === null;
    await sinkAt(tx, row)
      .set({ next_at: now + Math.min(delay, LONGEST_REST_MS), ...(isLong && { told_at: now }) })
      .execute();
    if (isLong) await tell({ tx, ids, now }, row, error, current.failing_since ?? now);
  });
}

async function tell(
  { tx, ids, now }: { tx: Database; ids: IdSource; now: number },
  { chain, sink_id, name, kind }: SinkRow,
  error: string,
  since: number,
): Promise<void> {
  const nothing = { stream: null, first: null, last: null, evidence_id: null };
  const data = { sink_id, name, problem: 'unreachable', ...nothing };
  await writeEvent(tx, eventOf(ids, { chain, type: 'sink.failed', data, at: now }));
  const { tenantId } = await ownerOf(tx, chain);
  const told = { sink_id, name, kind, problem: error, failing_since: new Date(since).toISOString() };
  const subject = `${sink_id}:${since}`;
  await writeNotice(tx, { tenantId, chain, kind: 'sink_failed', subject, data: told, at: now });
}

function sinkAt(db: Database, { chain, sink_id }: Pick<SinkRow, 'chain' | 'sink_id'>) {
  return db.updateTable('sinks').where('chain', '=', chain).where('sink_id', '=', sink_id);
}
