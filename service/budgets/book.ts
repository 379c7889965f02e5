/**
 * What remains of each budget, from memory, and the reservation of what a proceed will cost, in the transaction of its
 * evidence: what this node has under way is taken off at once, and what other nodes do is checked when it is written.
 */
import type { BoundStatement } from '../database/append-store.ts';
import type { AppendResult } from '../evidence/index.ts';
import type { Budget } from './budget.ts';

export interface Spending {
  chain: number;
  agentId: string | undefined;
  action: string;
  /** When the verdict is given, ms since the epoch: it tells the period. */
  at: number;
}

export interface Reservation {
  /**
   * For the append of the evaluation. Where a budget has not enough left it is overtaken, and the budget is read anew
   * before it covers anything again.
   */
  statements: BoundStatement[];
  /** Follows the append that makes it: what was not appended is not reserved. @returns what the append gives. */
  madeWith(appending: Promise<AppendResult>): Promise<AppendResult>;
}

/** The budgets that cover a request, as they stand. */
export interface Cover {
  /** The least that remains of any of them, micro-USD; may be below zero. */
  remainingMicroUsd: number;
  /** @param needMicroUsd what must remain before it for the verdict to be the one that was given; at least the cost. */
  reserve(evaluationId: string, costMicroUsd: number, needMicroUsd: number): Reservation;
}

export interface BudgetBook {
  /** null where no budget covers it. At once, from memory, nearly always. */
  cover(budgets: readonly Budget[], spending: Spending): Cover | null | Promise<Cover | null>;
}

export function budgetBook(): BudgetBook {
  return { cover: () => null };
}
