/**
 * Decides when a person is told, from their quiet hours and how many messages they had: pure, so a message that is
 * due can be decided again at any time with the same result. Nothing is dropped; a message is only sent later, and
 * then together with others.
 */
import { compareRisk, RISK_LEVELS, type RiskLevel } from '@assize/act-reading/risk';

/** A time every day at which nothing is sent, by the clock on the wall there. */
export interface Quiet {
  /** `HH:MM`. */
  from: string;
  /** `HH:MM`, not the same as {@link from}; earlier than it where the time passes midnight. */
  to: string;
  /** IANA. */
  time_zone: string;
  /** From this risk on, a message is sent at once; null: none is. */
  except_risk_at_least: RiskLevel | null;
}

export interface Habits {
  quiet: Quiet | null;
  /** More messages than this in an hour come together; null: each comes alone. */
  digestAbove: number | null;
}

export interface Due {
  /** Times are ms since the epoch. */
  at: number;
  risk: string | null;
  expiresAt: number;
}

export interface Telling {
  at: number;
  /** Messages of a person with the same time go out as one. */
  isTogether: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;
/** A digest goes out at each quarter of an hour, so that what waits for it is still fresh. */
const DIGEST_EVERY_MS = 15 * MINUTE_MS;
const LAST_REMINDER_MS = 10 * MINUTE_MS;
/** The clocks of the world change by steps of this, so a walk in such steps passes over no change unseen. */
const STEP_MINUTES = 15;

/** @param sentAt the times of the messages that this person had in the hour before, digests counted once. */
export function whenToTell(habits: Habits, due: Due, sentAt: readonly number[]): Telling {
  const free = afterQuiet(habits, due.at, due.risk);
  const held: Telling = { at: free, isTogether: free > due.at };
  const { digestAbove } = habits;
  if (digestAbove === null) return held;
  const lately = sentAt.filter((at) => at > free - HOUR_MS && at <= free);
  if (lately.length < digestAbove) return held;
  const next = Math.floor(free / DIGEST_EVERY_MS) * DIGEST_EVERY_MS + DIGEST_EVERY_MS;
  const digestAt = afterQuiet(habits, next, due.risk);
  // Together would be too late.
  return digestAt >= due.expiresAt ? held : { at: digestAt, isTogether: true };
}

/** When to remind of what waits: at half the time, and ten minutes before the end. */
export function remindersOf({ askedAt, expiresAt }: { askedAt: number; expiresAt: number }): number[] {
  const half = askedAt + Math.floor((expiresAt - askedAt) / 2);
  const last = expiresAt - LAST_REMINDER_MS;
  return last > half ? [half, last] : [half];
}

function afterQuiet({ quiet }: Habits, at: number, risk: string | null): number {
  if (quiet === null || isExcepted(quiet, risk)) return at;
  return quietEnd(quiet, at);
}

/** An unknown risk is not low. */
function isExcepted({ except_risk_at_least: least }: Quiet, risk: string | null): boolean {
  if (least === null) return false;
  const level = RISK_LEVELS.find((each) => each === risk);
  return level === undefined || compareRisk(level, least) >= 0;
}

/**
 * The first moment at or after `at` that is not quiet. Where the clock on the wall jumps, what it shows counts: an hour
 * that is skipped is not waited for, and an hour that comes twice is quiet twice.
 */
export function quietEnd(quiet: Quiet, at: number): number {
  if (!isQuiet(quiet, at)) return at;
  let minute = Math.floor(at / MINUTE_MS);
  while (isQuiet(quiet, minute * MINUTE_MS)) minute += Math.min(STEP_MINUTES, minutesLeft(quiet, minute));
  while (!isQuiet(quiet, (minute - 1) * MINUTE_MS)) minute -= 1;
  return minute * MINUTE_MS;
}

export function isQuiet(quiet: Quiet, at: number): boolean {
  const [now, from, to] = [minuteOfDay(quiet.time_zone, at), minutesOf(quiet.from), minutesOf(quiet.to)];
  return from < to ? from <= now && now < to : now >= from || now < to;
}

function minutesLeft({ to, time_zone }: Quiet, minute: number): number {
  const left = minutesOf(to) - minuteOfDay(time_zone, minute * MINUTE_MS);
  return left > 0 ? left : left + DAY_MINUTES;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Kept, because making one takes fifty times as long as using it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();
/** There are fewer zones, but each may be written in many ways. */
const MAX_FORMATS = 1000;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('en-GB', options);
  if (FORMATS.size >= MAX_FORMATS) FORMATS.clear();
  FORMATS.set(timeZone, made);
  return made;
}

function minuteOfDay(timeZone: string, at: number): number {
  return minutesOf(formatOf(timeZone).format(at));
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}
