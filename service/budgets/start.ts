/**
 * Keeps in memory what remains of each budget, and reserves the cost of a proceed in the transaction of its evidence.
 * Reservations of this node count at once; those of other nodes are checked when the reservation is written.
 */
import type { LeaseDeps } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Budget, covers } from '../governance/budgets/index.ts';
import { ChainBook, type CoveringBudgets } from './chain-book.ts';
import { forgetChore, lapseChore } from './reservations.ts';

export interface Budgets extends Started {
  budgets: BudgetBook;
}

export function startBudgets(deps: LeaseDeps): Budgets {
  return { budgets: budgetBook(deps), chores: [lapseChore(deps), forgetChore(deps)], async close() {} };
}

export interface Spending {
  chain: number;
  agentId: string | undefined;
  action: string;
  /** When the verdict is given, ms since the epoch; the budget's period follows from it. */
  at: number;
}

export interface BudgetBook {
  /**
   * Finds the budgets that cover a request; null where none does. Nearly always answered at once, from memory.
   * @throws {Failure} `unavailable` where it is not known and the database can't be reached.
   */
  covering(
    budgets: readonly Budget[],
    spending: Spending,
  ): CoveringBudgets | null | Promise<CoveringBudgets | null>;
}

/** The number of chains kept in memory. */
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

/** Forgets the oldest chain without a reservation under way. */
function forgetOne(chains: Map<number, ChainBook>): void {
  for (const [chain, book] of chains) {
    if (book.isAtWork) continue;
    chains.delete(chain);
    return;
  }
}
