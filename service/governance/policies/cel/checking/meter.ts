/**
 * Counts the cost of an evaluation. The library can't pass a counter to the functions it calls, and an evaluation never
 * waits, so the counter of the running one is kept here.
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

/** @returns whether that many were left. */
export function trySpend(units: number): boolean {
  left -= units;
  return left >= 0;
}

/** The units for all rules of one question. Each rule gets what the others left, up to its own bound. */
export interface CostBudget {
  left: number;
}

/** Begins to count, for an evaluation that may cost `atMost` of what is left. @returns what it may cost. */
export function startCount({ left: inBudget }: CostBudget, atMost: number): number {
  left = Math.min(inBudget, atMost);
  return left;
}

/** Takes the cost of the evaluation from the budget. @param allowed what {@link startCount} gave. */
export function chargeCount(costBudget: CostBudget, allowed: number): void {
  costBudget.left -= allowed - Math.max(left, 0);
}

/** Whether the evaluation has cost more than it may. */
export function isOverBudget(): boolean {
  return left < 0;
}
