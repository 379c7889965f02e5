/**
 * The ranges that a sink was sent, as they are stated: by their records or, while they have none, by the table. Those of
 * a deleted sink stay.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import {
  type Cursors,
  cutToPage,
  openCursor,
  type Page,
  positionCursors,
} from '../../database/signed-cursor.ts';
import { changesOf } from '../../evidence/changes/index.ts';
import { findArtifacts } from '../../evidence/reading/index.ts';
import { type Rendering, readRendering } from '../messages/index.ts';
import { type Place, type RangeRow, rangesOf, type Tally } from './ranges.ts';
import { GAP_ACTION } from './record.ts';
import { SENT_ACTION, type Stream } from './stream.ts';

export interface StatedRange
  extends Pick<RangeRow, 'stream' | 'number' | 'kind' | 'first' | 'behind_last'>,
    Tally {
  rendering: Rendering;
  begunAt: number;
  /** null while the range grows. */
  evidenceId: string | null;
}

/** All of them in order, each stream by itself. */
export async function statedRanges(db: Database, chain: number, sinkId: string): Promise<StatedRange[]> {
  const rows = await rangesOf(db, { chain, sinkId }).orderBy('stream').orderBy('number').execute();
  const onRecord = new Map<string, StatedRange>();
  for await (const page of changesOf(db, chain, [SENT_ACTION, GAP_ACTION])) {
    for (const { id, action, change } of page) {
      if (change === null || change.sink_id !== sinkId) continue;
      const range = onRecordAs(id, action, change);
      onRecord.set(keyOf(range), range);
    }
  }
  for (const row of rows) if (!onRecord.has(keyOf(row))) onRecord.set(keyOf(row), inTable(row));
  return [...onRecord.values()].sort(inOrder);
}

/** One stream of them, newest first. @throws {Failure} `invalid` for a cursor of another list. */
export async function listRanges(
  cursors: Cursors,
  { chain, sinkId, stream }: Place,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<StatedRange>> {
  const { db } = cursors;
  const kind = positionCursors('sent range cursors', (number) => [chain, sinkId, stream, number]);
  let query = rangesOf(db, { chain, sinkId }).where('stream', '=', stream);
  if (cursor !== undefined) query = query.where('number', '<', await openCursor(cursors, kind, cursor));
  const rows = await query
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute();
  const { items, nextCursor } = await cutToPage(cursors, kind, rows, limit, ({ number }) => number);
  const ids = items.flatMap(({ evidence_id: id }) => id ?? []);
  const records = await findArtifacts(db, chain, ids);
  const stated = items.map((row) => {
    const record = records.get(row.evidence_id ?? '');
    const change = (record?.payload?.change ?? null) as JsonObject | null;
    if (record === undefined || change === null || change.sink_id !== sinkId) return inTable(row);
    const range = onRecordAs(record.id, record.action ?? '', change);
    return keyOf(range) === keyOf(row) ? range : inTable(row);
  });
  return { items: stated, nextCursor };
}

/** How many records a sink was not sent, in both streams. */
export async function skippedRecords(db: Database, chain: number, sinkId: string): Promise<number> {
  const gaps = rangesOf(db, { chain, sinkId }).where('kind', '=', 'gap');
  const { skipped } = await gaps
    .clearSelect()
    .select(({ fn, eb }) =>
      fn.sum<number | string | null>(eb('behind_last', '-', eb.ref('first'))).as('skipped'),
    )
    .executeTakeFirstOrThrow();
  return Number(skipped ?? 0);
}

/** Whether anything is known of what this sink was sent. */
export async function wasSent(db: Database, chain: number, sinkId: string): Promise<boolean> {
  return (await rangesOf(db, { chain, sinkId }).limit(1).executeTakeFirst()) !== undefined;
}

function onRecordAs(id: string, action: string, change: JsonObject): StatedRange {
  return {
    stream: change.stream as Stream,
    number: Number(change.number),
    kind: action === GAP_ACTION ? 'gap' : 'sent',
    first: Number(change.first),
    behind_last: Number(change.last) + 1,
    messages: Number(change.messages),
    bytes: Number(change.bytes),
    hash: Buffer.from(String(change.hash).replace(/^sha256:/, ''), 'hex'),
    rendering: readRendering(JSON.stringify(change.rendering)),
    begunAt: Number(change.begun_at),
    evidenceId: id,
  };
}

function inTable(row: RangeRow): StatedRange {
  const { begun_at: begunAt, evidence_id: evidenceId, rendering } = row;
  return { ...row, begunAt, evidenceId, rendering: readRendering(rendering) };
}

function keyOf({ stream, number }: Pick<RangeRow, 'stream' | 'number'>): string {
  return `${stream}/${number}`;
}

function inOrder(one: StatedRange, other: StatedRange): number {
  if (one.stream !== other.stream) return one.stream === 'evidence' ? -1 : 1;
  return one.number - other.number;
}
