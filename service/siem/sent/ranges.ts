/**
 * Keeps what a sink was sent, range by range. A range states its positions, how its messages were written, and a running
 * hash: SHA-256 over the hash before and the message's bytes, beginning with 32 zero bytes.
 */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { SinkRangesTable } from '../../database/tables/event.ts';
import type { Fact } from '../messages/index.ts';
import type { Stream } from './stream.ts';

export type RangeRow = Selectable<SinkRangesTable>;

/** A range ends with this many messages, and with the hour in which it began. */
export const MESSAGES_IN_RANGE = 1000;
export const RANGE_MS = 3_600_000;

const NOTHING = new Uint8Array(32);

export interface Tally {
  messages: number;
  bytes: number;
  hash: Uint8Array;
}

export const NO_MESSAGES: Tally = { messages: 0, bytes: 0, hash: NOTHING };

/** The tally with one more message. */
export function withMessage({ messages, bytes, hash }: Tally, message: string): Tally {
  const sent = Buffer.from(message, 'utf8');
  return {
    messages: messages + 1,
    bytes: bytes + sent.length,
    hash: createHash('sha256').update(hash).update(sent).digest(),
  };
}

export interface Place {
  chain: number;
  sinkId: string;
  stream: Stream;
}

/** Positions that were sent, or skipped. */
export interface Passed {
  kind: 'sent' | 'gap';
  first: number;
  /** The position after the last one. */
  end: number;
  messages: readonly string[];
  /** How many of them only state what was sent. */
  own: number;
  rendering: string;
  at: number;
}

/**
 * Moves the sink on, and adds the positions to what it was sent.
 * @returns false if another node was faster: then nothing has changed.
 */
export async function moveOn(tx: Database, place: Place, passed: Passed): Promise<boolean> {
  const { chain, sinkId, stream } = place;
  const moved = await tx
    .updateTable('sink_heads')
    .set({ position: passed.end })
    .where('chain', '=', chain)
    .where('sink_id', '=', sinkId)
    .where('stream', '=', stream)
    .where('position', '=', passed.first)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) return false;
  const last = await lastRange(tx, place);
  if (last !== undefined && (await extend(tx, last, passed))) return true;
  if (last?.ended_at === null) await end(tx, last, passed.at);
  await begin(tx, place, (last?.number ?? -1) + 1, passed);
  return true;
}

async function begin(tx: Database, place: Place, number: number, passed: Passed): Promise<void> {
  const tally = passed.messages.reduce(withMessage, NO_MESSAGES);
  await tx
    .insertInto('sink_ranges')
    .values({
      chain: place.chain,
      sink_id: place.sinkId,
      stream: place.stream,
      number,
      kind: passed.kind,
      first: passed.first,
      behind_last: passed.end,
      ...tally,
      rendering: passed.rendering,
      own: passed.own,
      begun_at: passed.at,
      ended_at: isFull(passed.kind, tally) ? passed.at : null,
    })
    .execute();
}

/** @returns false if it has ended, or its messages are written in another way. */
async function extend(tx: Database, row: RangeRow, passed: Passed): Promise<boolean> {
  if (row.kind !== passed.kind || row.rendering !== passed.rendering) return false;
  const tally = passed.messages.reduce(withMessage, row);
  const { messages, bytes, hash } = tally;
  const { numUpdatedRows } = await rangeAt(tx, row)
    .set({
      behind_last: passed.end,
      ...{ messages, bytes, hash },
      own: row.own + passed.own,
      ended_at: isFull(row.kind, tally) ? passed.at : null,
    })
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function isFull(kind: RangeRow['kind'], { messages }: Tally): boolean {
  return kind === 'gap' || messages >= MESSAGES_IN_RANGE;
}

/** Nothing more is added to it. */
export async function end(db: Database, row: RangeRow, at: number): Promise<void> {
  await rangeAt(db, row).set({ ended_at: at }).where('ended_at', 'is', null).execute();
}

export function rangeAt(db: Database, row: Pick<RangeRow, 'chain' | 'sink_id' | 'stream' | 'number'>) {
  return db
    .updateTable('sink_ranges')
    .where('chain', '=', row.chain)
    .where('sink_id', '=', row.sink_id)
    .where('stream', '=', row.stream)
    .where('number', '=', row.number);
}

export function rangesOf(db: Database, { chain, sinkId }: Omit<Place, 'stream'>) {
  return db.selectFrom('sink_ranges').selectAll().where('chain', '=', chain).where('sink_id', '=', sinkId);
}

/** Locked by the transaction of the sink's head, which came before. */
function lastRange(tx: Database, { stream, ...place }: Place): Promise<RangeRow | undefined> {
  return rangesOf(tx, place)
    .where('stream', '=', stream)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The one message of a gap. */
export function gapFact(sinkId: string, stream: Stream, { first, end, at }: Omit<Passed, 'kind'>): Fact {
  const message = `gap from ${first} to ${end - 1} in ${stream}: these records were not sent`;
  const values = { message, stream, sink_id: sinkId, first: String(first), last: String(end - 1) };
  return {
    id: `${sinkId}/${stream}/${first}`,
    position: first,
    type: 'sink.gap',
    at,
    action: null,
    verdict: null,
    actor: null,
    hash: null,
    summary: { values, reasons: [] },
  };
}
