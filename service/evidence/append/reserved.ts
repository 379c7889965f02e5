/**
 * Checks reservations against the remainders of budgets when the evidence becomes durable, in the order of the chain.
 * So no two evaluations spend the same dollar, even on different nodes.
 *
 * Remainders are read once for a batch and then reduced in memory, which is exact: a reservation, its settlement and
 * each change of a budget are appends to the same chain, so they come before this batch, after it, or are part of it.
 * An append of this batch is in the addition, or ran as a statement, after which remainders are read again. Only a
 * lapse locks the head without moving it (`budgets/lapse.ts`), and it only gives back.
 */
import {
  type AppendTransaction,
  type BudgetPeriod,
  budgetPeriodKey,
  type ChainAddition,
} from '../../database/evidence/append-store.ts';
import type { Append, ReservationRequest } from '../artifact.ts';

export class Remainders {
  readonly #tx: AppendTransaction;
  readonly #batch: readonly Append[];
  /** By chain. */
  readonly #before = new Map<number, Map<string, number>>();

  constructor(tx: AppendTransaction, batch: readonly Append[]) {
    this.#tx = tx;
    this.#batch = batch;
  }

  /** Whether each budget has enough left. @param addition the batch's additions to the entry's chain so far. */
  async suffice(
    { chain }: Append,
    wanted: ReservationRequest,
    addition: Pick<ChainAddition, 'reserved'> | undefined,
  ): Promise<boolean> {
    const before = this.#before.get(chain) ?? (await this.#read(chain));
    return wanted.periods.every((period) => {
      const key = budgetPeriodKey(period);
      const taken = addition?.reserved.get(key)?.microUsd ?? 0;
      return (before.get(key) ?? Number.NEGATIVE_INFINITY) - taken >= wanted.needMicroUsd;
    });
  }

  /** Call this after a statement, which may have changed the remainders. */
  forget(): void {
    this.#before.clear();
  }

  /** Reads all budgets of the batch. */
  async #read(chain: number): Promise<Map<string, number>> {
    const periods = new Map<string, BudgetPeriod>();
    for (const entry of this.#batch) {
      if (entry.chain !== chain || entry.reserve === undefined) continue;
      for (const period of entry.reserve.periods) periods.set(budgetPeriodKey(period), period);
    }
    const before = await this.#tx.remaindersOf(chain, [...periods.values()]);
    this.#before.set(chain, before);
    return before;
  }
}

/** Adds the reservations of the evaluation. */
export function reserve(
  reserved: ChainAddition['reserved'],
  { id, created_at }: Append['artifact'],
  { microUsd, lapsesAt, periods }: ReservationRequest,
): void {
  const reservation = {
    evaluation_id: id,
    micro_usd: microUsd,
    reserved_at: created_at,
    lapses_at: lapsesAt,
  };
  for (const { budgetId, periodStart } of periods) {
    const key = budgetPeriodKey({ budgetId, periodStart });
    let of = reserved.get(key);
    if (of === undefined) {
      of = { budgetId, periodStart, microUsd: 0, reservations: [] };
      reserved.set(key, of);
    }
    of.microUsd += microUsd;
    of.reservations.push(reservation);
  }
}
