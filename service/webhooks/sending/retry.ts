/**
 * The next state of a delivery after an attempt. Only a 2xx delivers it; otherwise it is retried nine times over about
 * three days, then given up. The delays vary, so that deliveries that failed together are not retried together. An endpoint
 * that has failed for long enough is disabled.
 */

import { DAY_MS } from '../../foundation/clock.ts';
import type { Answer } from './network/exchange.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];
const JITTER = 0.2;
/** A retry later than this was scheduled by a wrong clock. */
export const MAX_DELAY_MS = 30 * HOUR_MS;

/** An endpoint that has failed for this long without a success is disabled. */
export const MAX_FAILING_MS = 5 * DAY_MS;

export const GONE = 410;

export interface NextTry {
  status: 'delivered' | 'pending' | 'failed';
  /** When to try again, ms since the epoch; null if it is no longer pending. */
  nextAt: number | null;
  /** The target says that it is gone for good. */
  gone: boolean;
}

/**
 * @param tries the number of attempts so far, from 1. @param random from 0 up to 1. @returns null if it is given up.
 */
export function retryDelayMs(tries: number, random: number): number | null {
  const delay = DELAYS_MS[tries - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/** @param tries including this one. @param at when it ended. */
export function judgeAnswer(answer: Answer, tries: number, at: number, random: number): NextTry {
  const { status, error, retryAfterMs } = answer;
  if (error === null && status !== null && status >= 200 && status < 300) {
    return { status: 'delivered', nextAt: null, gone: false };
  }
  const delay = retryDelayMs(tries, random);
  const gone = status === GONE;
  if (delay === null || gone) return { status: 'failed', nextAt: null, gone };
  return { status: 'pending', nextAt: at + Math.max(delay, retryAfterMs ?? 0), gone };
}

/** The result of an attempt. */
export interface Outcome extends NextTry {
  position: number;
  /** The number of this attempt from 1, in total and since the last replay. */
  attempt: number;
  tries: number;
  startedAt: number;
  endedAt: number;
  durationMs: number;
  /** The HTTP status. */
  answered: number | null;
  error: string | null;
  response: Uint8Array | null;
  /** false if there was nothing left to send, which is not the target's fault. */
  sent: boolean;
}

export interface EndpointState {
  failingSince: number | null;
  disabled: { at: number; reason: 'asked' | 'gone' | 'failing' } | null;
}

/** @param outcomes in the order in which they ended. */
export function stateAfter(state: EndpointState, outcomes: readonly Outcome[]): EndpointState {
  let { failingSince, disabled } = state;
  for (const { status, gone, sent, endedAt } of outcomes) {
    if (!sent) continue;
    if (status === 'delivered') {
      failingSince = null;
      continue;
    }
    // A clock that jumped back must not delay the disabling.
    failingSince = Math.min(failingSince ?? endedAt, endedAt);
    if (gone) disabled ??= { at: endedAt, reason: 'gone' };
    else if (endedAt - failingSince >= MAX_FAILING_MS) disabled ??= { at: endedAt, reason: 'failing' };
  }
  return { failingSince, disabled };
}
