/** Times as people say them, and exact where needed. All are in the person's own time zone; the title adds UTC. */
import { useEffect, useState } from 'react';
import { dateFormat } from '../locale/locale.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const;

// These are words, and so in the language of the pages.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const toTheSecond = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });

/** How far this machine's clock is behind the service's, ms. */
let clockOffsetMs = 0;

/** @param serverDate the `Date` of an answer. A difference of less than two seconds is network delay. */
export function learnClock(serverDate: string | null): void {
  const serverMs = serverDate === null ? Number.NaN : Date.parse(serverDate);
  if (Number.isNaN(serverMs)) return;
  const offset = serverMs - Date.now();
  clockOffsetMs = Math.abs(offset) < 2 * SECOND_MS ? 0 : offset;
}

/** The service's time, ms since the epoch: a wrong clock here must not move a deadline. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs;
}

/** The current time, updated regularly. @param everyMs how often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

export function ago(ms: number, now: number): string {
  const difference = ms - now;
  const [unit, length] = UNITS.find(([, unitMs]) => Math.abs(difference) >= unitMs) ?? ['second', SECOND_MS];
  return relative.format(Math.trunc(difference / length), unit);
}

/** A time to the minute, as text. @param ms since the epoch. */
export function formatMoment(ms: number): string {
  return exact.format(ms);
}

/** A time such as `3 hours ago`; after four weeks a date. */
export function Ago({ time }: { time: string }) {
  const now = useNow(MINUTE_MS / 2);
  const at = Date.parse(time);
  const text = Math.abs(now - at) > 28 * DAY_MS ? exact.format(at) : ago(at, now);
  return (
    <time dateTime={time} title={`${toTheSecond.format(at)} (${time})`}>
      {text}
    </time>
  );
}

/** A time to the minute, or to the second. */
export function Moment({ time, seconds = false }: { time: string; seconds?: boolean }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={time}>
      {(seconds ? toTheSecond : exact).format(at)}
    </time>
  );
}

/** The time left until a moment, or that it has expired. */
export function TimeLeft({ until }: { until: string }) {
  const at = Date.parse(until);
  const now = useNow(SECOND_MS);
  if (at <= now) return <time dateTime={until}>expired</time>;
  return (
    <time dateTime={until} title={toTheSecond.format(at)}>
      {durationOf(at - now)} left
    </time>
  );
}

/** Such as `3 h 20 min`. */
export function durationOf(ms: number): string {
  if (ms >= DAY_MS) return `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
  if (ms >= MINUTE_MS)
    return `${Math.floor(ms / MINUTE_MS)} min ${Math.floor((ms % MINUTE_MS) / SECOND_MS)} s`;
  return `${Math.max(0, Math.floor(ms / SECOND_MS))} s`;
}
