/**
 * The period that a page shows. It is in the address: `range=7d`, or `from` and `to`, so a link shows everyone the
 * same.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const RANGES = {
  '1h': { name: 'Last hour', ms: HOUR_MS },
  '24h': { name: 'Last 24 hours', ms: DAY_MS },
  '7d': { name: 'Last 7 days', ms: 7 * DAY_MS },
  '30d': { name: 'Last 30 days', ms: 30 * DAY_MS },
  '90d': { name: 'Last 90 days', ms: 90 * DAY_MS },
} as const;
export type RangeName = keyof typeof RANGES;

export interface TimeSearch {
  range?: RangeName | undefined;
  /** ISO 8601, with `to` instead of `range`. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface TimeRange {
  /** ms since the epoch; `to` is not included. */
  fromMs: number;
  toMs: number;
  /** Null where from and to are given. */
  name: RangeName | null;
}

/** Reads the address and ignores what it can't read. */
export function timeSearchOf(search: Record<string, unknown>): TimeSearch {
  const { range } = search;
  const [from, to] = [isoOf(search.from), isoOf(search.to)];
  if (from !== undefined && to !== undefined && from < to) return { from, to };
  return typeof range === 'string' && Object.hasOwn(RANGES, range) ? { range: range as RangeName } : {};
}

function isoOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/**
 * @param nowMs the end of a moving range. It is rounded up to the minute, so that the same question is asked for a
 * while.
 */
export function timeRangeOf(
  { range, from, to }: TimeSearch,
  nowMs: number,
  otherwise: RangeName = '24h',
): TimeRange {
  if (from !== undefined && to !== undefined)
    return { fromMs: Date.parse(from), toMs: Date.parse(to), name: null };
  const name = range ?? otherwise;
  const toMs = Math.ceil(nowMs / 60_000) * 60_000;
  return { fromMs: toMs - RANGES[name].ms, toMs, name };
}
