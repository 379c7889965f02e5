/**
 * Counts what an evaluation costs. The library has no place to hand one through to the functions it calls, and an
 * evaluation never waits, so the one that runs is held here.
 */

export class OutOfUnits extends Error {}

let left = 0;

/** @throws OutOfUnits where they are used up. */
export function spend(units: number): void {
  left -= units;
  if (left < 0) throw new OutOfUnits('it costs more than a rule may');
}

/** Units for all rules of one question; each gets no more than its bound of what the others left. */
export interface Purse {
  left: number;
}

/**
 * Evaluates within what is left of the purse, and `atMost`; what it cost is taken out of the purse.
 * @throws what `evaluate` throws.
 */
export function metered<T>(purse: Purse, atMost: number, evaluate: () => T): T {
  const allowed = Math.min(purse.left, atMost);
  left = allowed;
  try {
    return evaluate();
  } finally {
    purse.left -= allowed - Math.max(left, 0);
  }
}

/** Whether more was wanted than there was. */
export function isSpent(): boolean {
  return left < 0;
}
