/** Times as exports write them. */

/** The largest that is a date, ms. */
const LAST_MS = 8_640_000_000_000_000;

/** ISO 8601 in UTC; empty for what is no time, which only tampering can have stored. */
export function isoTime(ms: number): string {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : '';
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
