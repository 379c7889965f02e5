/**
 * What remains of each budget, from memory, and the reservation of what a proceed will cost, in the transaction of its
 * evidence: what this node has under way is taken off at once, and what other nodes do is checked when it is written.
 */

import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Budget, covers } from '../governance/budgets/index.ts';
import { ChainBook, type CoveringBudgets } from './chain-book.ts';

export interface Spending {
  chain: number;
  agentId: string | undefined;
  action: string;
  /** When the verdict is given, ms since the epoch; the budget's period follows from it. */
  at: number;
}

export interface BudgetBook {
  /**
   * null where no budget covers it. At once, from memory, nearly always.
   * @throws {Failure} `unavailable` where it is not known and the database is away.
   */
  covering(
    budgets: readonly Budget[],
    spending: Spending,
  ): CoveringBudgets | null | Promise<CoveringBudgets | null>;
}

/** Chains that are remembered: those beyond are read again. */
const MAX_CHAINS = 10_000;

export function budgetBook(deps: { db: Database; clock: Clock }): BudgetBook {
  const chains = new Map<number, ChainBook>();

  function bookOf(chain: number): ChainBook {
    let book = chains.get(chain);
    if (book === undefined) {
      book = new ChainBook(deps, chain);
      chains.set(chain, book);
      if (chains.size > MAX_CHAINS) forgetOne(chains);
    }
    return book;
  }

  return {
    covering(budgets, spending) {
      const covering = budgets.filter((budget) => covers(budget, spending));
      if (covering.length === 0) return null;
      return bookOf(spending.chain).covering(budgets, covering, spending.at);
    },
  };
}

/** The oldest one that has nothing under way. */
function forgetOne(chains: Map<number, ChainBook>): void {
  for (const [chain, book] of chains) {
    if (book.isAtWork) continue;
    chains.delete(chain);
    return;
  }
}
