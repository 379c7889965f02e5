/** A moment as a field for date and time has it: in the person's own time zone, to the minute. */

const MINUTE_MS = 60_000;

/** @param ms since the epoch. @returns such as `2026-11-27T18:30` */
export function localOf(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** @returns in UTC, as the API takes it */
export function momentOf(local: string): string {
  return new Date(local).toISOString();
}
