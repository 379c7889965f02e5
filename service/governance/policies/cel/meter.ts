/**
 * Counts what an evaluation costs. The library has no place to hand one through to the functions it calls, and an
 * evaluation never waits, so the one that runs is held here.
 */

export class OutOfUnits extends Error {
  constructor() {
    super('it costs more than a rule may');
  }
}

let left = 0;

/** @throws OutOfUnits where they are used up. */
export function spend(units: number): void {
  if (!trySpend(units)) throw new OutOfUnits();
}

/** @returns whether there were so many left. */
export function trySpend(units: number): boolean {
  left -= units;
  return left >= 0;
}

/** Units for all rules of one question; each gets no more than its bound of what the others left. */
export interface CostBudget {
  left: number;
}

/** Begins to count, for an evaluation that may cost `atMost` of what is left. @returns what it may cost. */
export function begin({ left: inBudget }: CostBudget, atMost: number): number {
  left = Math.min(inBudget, atMost);
  return left;
}

/** Takes what the evaluation cost out of the purse. @param allowed what {@link begin} gave. */
export function end(costBudget: CostBudget, allowed: number): void {
  costBudget.left -= allowed - Math.max(left, 0);
}

/** Whether more was wanted than there was. */
export function isSpent(): boolean {
  return left < 0;
}
