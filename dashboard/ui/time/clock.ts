/** The service's clock, learned from its answers. */

/** A shorter difference is network delay. */
const MIN_OFFSET_MS = 2000;
/** How far this machine's clock is behind the service's, ms. */
let clockOffsetMs = 0;

/** @param serverDate the `Date` of an answer. */
export function learnClock(serverDate: string | null): void {
  const serverMs = serverDate === null ? Number.NaN : Date.parse(serverDate);
  if (Number.isNaN(serverMs)) return;
  const offset = serverMs - Date.now();
  clockOffsetMs = Math.abs(offset) < MIN_OFFSET_MS ? 0 : offset;
}

/** The service's time, ms since the epoch: a wrong clock here must not move a deadline. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs;
}
