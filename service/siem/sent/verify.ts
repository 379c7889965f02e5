/** Proves what a sink was sent: writes the messages of a range again, and compares their hash with what is on record. */
import type { Database } from '../../database/open.ts';
import { messageOf } from '../messages/index.ts';
import { gapFact, NO_MESSAGES, type Tally, withMessage } from './ranges.ts';
import type { StatedRange } from './stated.ts';
import { factsBetween } from './stream.ts';

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
