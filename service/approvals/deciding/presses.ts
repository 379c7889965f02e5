/**
 * The presses of one person: each time that they decided, whether on one approval or on a bundle. A press is quick where
 * there was hardly time to read the request.
 */

/** Shorter than it takes to read a request. */
export const QUICK_MS = 3000;
/** More quick approvals than this, within {@link HASTY_WINDOW_MS}, are hasty. */
export const HASTY_PRESSES = 20;
export const HASTY_WINDOW_MS = 600_000;

export interface MadeDecision {
  decision: 'approved' | 'rejected';
  /** ms since the epoch. */
  decidedAt: number;
  openedAt: number;
  /** null where the approval could only be decided alone. */
  bundle: string | null;
  /** The record of the decision; null where more decisions were needed. */
  evidenceId: string | null;
}

export interface Press extends Pick<MadeDecision, 'decision' | 'evidenceId'> {
  /** ms since the epoch. */
  at: number;
  /** Approved within {@link QUICK_MS} of the moment when it could first be seen. */
  isQuick: boolean;
}

/** @param decisions of one person, oldest first. Approvals of a bundle that were decided together are one press. */
export function pressesOf(decisions: readonly MadeDecision[]): Press[] {
  const presses: Press[] = [];
  let previousAt = Number.NEGATIVE_INFINITY;
  for (const { openedAt, ...press } of eachTogether(decisions)) {
    const { at, decision } = press;
    // They could not see an approval while they were busy with the one before.
    const seenAt = Math.max(previousAt, openedAt);
    presses.push({ ...press, isQuick: decision === 'approved' && at - seenAt <= QUICK_MS });
    previousAt = at;
  }
  return presses;
}

interface Together extends Pick<MadeDecision, 'decision' | 'evidenceId'> {
  at: number;
  /** When the first of them was opened. */
  openedAt: number;
}

/** All that are decided together are of one bundle, and have the same time. */
function eachTogether(decisions: readonly MadeDecision[]): Together[] {
  const all: Together[] = [];
  let now = new Map<string, Together>();
  for (const { bundle, decision, decidedAt: at, openedAt, evidenceId } of decisions) {
    if (all.at(-1)?.at !== at) now = new Map();
    const before = bundle === null ? undefined : now.get(bundle);
    if (before !== undefined) before.openedAt = Math.min(before.openedAt, openedAt);
    else {
      const press = { at, decision, openedAt, evidenceId };
      all.push(press);
      if (bundle !== null) now.set(bundle, press);
    }
  }
  return all;
}

/** A moment at which more than {@link HASTY_PRESSES} quick presses had come within the window. */
export interface Haste {
  /** ms since the epoch. */
  at: number;
  /** The quick presses of the window. */
  presses: number;
}

/** Oldest first. */
export function hasteIn(presses: readonly Press[]): Haste[] {
  const quick = presses.filter(({ isQuick }) => isQuick);
  const found: Haste[] = [];
  let first = 0;
  for (const [place, { at }] of quick.entries()) {
    while (at - (quick[first]?.at ?? at) > HASTY_WINDOW_MS) first += 1;
    const within = place - first + 1;
    if (within > HASTY_PRESSES) found.push({ at, presses: within });
  }
  return found;
}
