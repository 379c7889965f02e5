/** Proves what a sink was sent: writes the messages of a range again, and compares their hash with what is on record. */
import type { Database } from '../../database/open.ts';
import { changesOf } from '../../evidence/changes/index.ts';
import { messageOf, type Rendering, readRendering } from '../messages/index.ts';
import { gapFact, NO_MESSAGES, type RangeRow, rangesOf, type Tally, withMessage } from './ranges.ts';
import { GAP_ACTION } from './record.ts';
import { factsBetween, SENT_ACTION, type Stream } from './stream.ts';

/** A range as it is stated: by its record or, while it has none, by the table. */
export interface StatedRange
  extends Pick<RangeRow, 'stream' | 'number' | 'kind' | 'first' | 'behind_last'>,
    Tally {
  rendering: Rendering;
  begunAt: number;
  /** null while the range grows. */
  evidenceId: string | null;
}

export const RANGE_RESULTS = ['same', 'differs', 'removed', 'forgotten'] as const;

export interface VerifiedRange extends StatedRange {
  /**
   * `removed`: payloads were redacted or have reached the end of their retention, and the rest can't be told from it.
   * `forgotten`: the events are no longer kept.
   */
  result: (typeof RANGE_RESULTS)[number];
  /** How many of its records have no payload any longer. */
  removed: number;
}

const FACTS_AT_ONCE = 500;

/** All ranges of a sink in order, also of a deleted one: those on record as their records state them. */
export async function statedRanges(db: Database, chain: number, sinkId: string): Promise<StatedRange[]> {
  const rows = await rangesOf(db, { chain, sinkId }).orderBy('stream').orderBy('number').execute();
  const onRecord = new Map<string, StatedRange>();
  for await (const page of changesOf(db, chain, [SENT_ACTION, GAP_ACTION])) {
    for (const { id, action, change } of page) {
      if (change === null || change.sink_id !== sinkId) continue;
      const range = {
        stream: change.stream as Stream,
        number: Number(change.number),
        kind: action === GAP_ACTION ? ('gap' as const) : ('sent' as const),
        first: Number(change.first),
        behind_last: Number(change.last) + 1,
        messages: Number(change.messages),
        bytes: Number(change.bytes),
        hash: Buffer.from(String(change.hash).replace(/^sha256:/, ''), 'hex'),
        rendering: readRendering(JSON.stringify(change.rendering)),
        begunAt: Number(change.begun_at),
        evidenceId: id,
      };
      onRecord.set(`${range.stream}/${range.number}`, range);
    }
  }
  for (const row of rows) {
    const key = `${row.stream}/${row.number}`;
    if (onRecord.has(key)) continue;
    const { begun_at: begunAt, evidence_id: evidenceId, rendering } = row;
    onRecord.set(key, { ...row, begunAt, evidenceId, rendering: readRendering(rendering) });
  }
  return [...onRecord.values()].sort(inOrder);
}

function inOrder(one: StatedRange, other: StatedRange): number {
  if (one.stream !== other.stream) return one.stream === 'evidence' ? -1 : 1;
  return one.number - other.number;
}

/** @param take gets each message that was written again, in order. */
export async function verifyRange(
  db: Database,
  chain: number,
  sinkId: string,
  range: StatedRange,
  take: (message: string) => void = () => undefined,
): Promise<VerifiedRange> {
  let tally = NO_MESSAGES;
  let removed = 0;
  const add = (message: string) => {
    take(message);
    tally = withMessage(tally, message);
  };
  if (range.kind === 'gap') {
    const { stream, first, behind_last: end, begunAt: at } = range;
    const fact = gapFact(sinkId, stream, { first, end, at, messages: [], own: 0, rendering: '' });
    add(messageOf(fact, range.rendering));
  } else {
    for (let first = range.first; first < range.behind_last; first += FACTS_AT_ONCE) {
      const end = Math.min(first + FACTS_AT_ONCE, range.behind_last);
      const { detail } = range.rendering;
      for (const { fact, isRemoved } of await factsBetween(db, chain, range.stream, [first, end], detail)) {
        if (isRemoved) removed += 1;
        add(messageOf(fact, range.rendering));
      }
    }
  }
  return { ...range, result: resultOf(range, tally, removed), removed };
}

function resultOf(range: StatedRange, tally: Tally, removed: number): VerifiedRange['result'] {
  const isSame = tally.messages === range.messages && Buffer.from(tally.hash).equals(range.hash);
  if (isSame) return 'same';
  if (range.stream === 'events' && range.kind === 'sent' && tally.messages < range.messages)
    return 'forgotten';
  return removed > 0 && tally.messages === range.messages ? 'removed' : 'differs';
}
