/** How a try ended, and what follows from it for its endpoint: how long it has been failing, and when that is enough. */
import { DAY_MS } from '../../foundation/clock.ts';
import type { Judgement } from './retry.ts';

/** An endpoint that has failed for so long, without a success, is disabled. */
export const MAX_FAILING_MS = 5 * DAY_MS;

export interface Outcome extends Judgement {
  position: number;
  /** From 1, all in all and since it was begun anew. */
  attempt: number;
  tries: number;
  startedAt: number;
  endedAt: number;
  durationMs: number;
  /** Of HTTP. */
  answered: number | null;
  error: string | null;
  response: Uint8Array | null;
  /** false where there was nothing left to send, which the target can't help. */
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
    // A clock that jumped back must not put off the end.
    failingSince = Math.min(failingSince ?? endedAt, endedAt);
    if (gone) disabled ??= { at: endedAt, reason: 'gone' };
    else if (endedAt - failingSince >= MAX_FAILING_MS) disabled ??= { at: endedAt, reason: 'failing' };
  }
  return { failingSince, disabled };
}
