/** Distributes a chain over range verifiers, and joins their answers into one result. */
import { type Span, TILE_WIDTH } from '@assize/evidence-format';
import { brokenLink, type Problem } from './problem.ts';
import { MAX_PROBLEMS, type RangeAnswer, type RangeQuestion } from './range.ts';
import type { RangeVerifier } from './verify-threads.ts';

/** Verified in one go by one thread: about a tenth of a second. */
const RANGE_LENGTH = 64 * TILE_WIDTH;

/** The pace of a verification. */
export interface Pace {
  /** Ranges under way at a time. */
  width: number;
  /** Positions in a range: a whole number of tiles. */
  rangeLength: number;
  /** Awaited before each range. */
  pause: () => Promise<void>;
  /** Called regularly with the number of checked artifacts and the total. */
  onProgress: (checked: number, total: number) => void;
}

export function usualPace(width: number): Pace {
  return { width, rangeLength: RANGE_LENGTH, pause: async () => undefined, onProgress: () => undefined };
}

/** The ranges from `start` to `end`, one of which ends at `stop`. `start` and `stop` begin tiles. */
export function rangesOf({ start, stop, end }: Span & { stop: number }, rangeLength: number): Span[] {
  const ranges: Span[] = [];
  for (let from = start; from < end; ) {
    const limit = from < stop ? stop : end;
    const to = Math.min(from + rangeLength, limit);
    ranges.push({ start: from, end: to });
    from = to;
  }
  return ranges;
}

/** @returns the answers in the order of their ranges. */
export async function verifyRanges(
  verifier: RangeVerifier,
  { chain, tiled }: Pick<RangeQuestion, 'chain' | 'tiled'>,
  ranges: readonly Span[],
  { width, pause, onProgress }: Pace,
): Promise<RangeAnswer[]> {
  const answers: RangeAnswer[] = [];
  const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  let checked = 0;
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < ranges.length) {
      const place = next;
      next += 1;
      await pause();
      const range = ranges[place] as Span;
      answers[place] = await verifier.verify({ chain, tiled, ...range });
      checked += range.end - range.start;
      onProgress(checked, total);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, ranges.length) }, lane));
  return answers;
}

export interface JoinedRanges
  extends Omit<RangeAnswer, 'start' | 'end' | 'previousHash' | 'tileRoots' | 'rest'> {
  /** The root of each full tile; null if a record of it is missing. */
  tileRoots: Uint8Array[] | null;
  /** Leaf hashes after the last full tile; null if a record is missing. */
  rest: Uint8Array[] | null;
}

/** @param previousHash the hash that the very first record must name, as hex. */
export function joinRanges(answers: readonly RangeAnswer[], previousHash: string): JoinedRanges {
  const problems: Problem[] = [];
  let lastHash = previousHash;
  for (const answer of answers) {
    // One of the two is missing, which is reported separately.
    const isKnown = answer.previousHash !== '' && lastHash !== '';
    if (isKnown && answer.previousHash !== lastHash) problems.push(brokenLink(answer.start));
    problems.push(...answer.problems);
    lastHash = answer.lastHash;
  }
  return {
    problems: problems.slice(0, MAX_PROBLEMS),
    faulty: answers.reduce((sum, { faulty }) => sum + faulty, 0),
    withheld: answers.flatMap(({ withheld }) => withheld),
    statements: answers.flatMap(({ statements }) => statements),
    lastHash,
    tileRoots: toBytes(answers.flatMap(({ tileRoots }) => tileRoots)),
    rest: toBytes(answers.at(-1)?.rest ?? []),
  };
}

function toBytes(hashes: readonly string[]): Uint8Array[] | null {
  return hashes.includes('') ? null : hashes.map((hash) => Buffer.from(hash, 'hex'));
}
