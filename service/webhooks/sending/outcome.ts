/** The result of an attempt, and its effect on the endpoint, which is disabled once it has failed for long enough. */
import { DAY_MS } from '../../foundation/clock.ts';
import type { NextTry } from './retry.ts';

/** An endpoint that has failed for this long without a success is disabled. */
export const MAX_FAILING_MS = 5 * DAY_MS;

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
