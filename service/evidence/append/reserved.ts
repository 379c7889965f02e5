/**
 * What evaluations reserve of budgets: held against what remains of them where the evidence becomes durable, in the
 * order of the chain, so that no two spend the same dollar, on whichever nodes they are asked.
 *
 * What remains is read once for a batch and then counted on in memory, which is exact: a reservation, the settlement of
 * one and each change of a budget are appends to the same chain, so they come before this batch, after it, or are part
 * of it. What is part of it stands in the addition, or ran as a statement, after which it is read again. Only what
 * lapses holds the head without moving it (`budgets/lapse.ts`), and gives back: then more remains than was read.
 */
import {
  type AppendTransaction,
  type BudgetPeriod,
  budgetPeriodKey,
  type ChainAddition,
} from '../../database/append-store.ts';
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

  /**
   * Whether enough remains of each budget that the entry reserves of.
   * @param addition what the batch adds to the entry's chain so far.
   */
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

  /** After a statement, which may have changed what was read. */
  forget(): void {
    this.#before.clear();
  }

  /** All that the batch asks about. */
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

/** Adds what is reserved for the evaluation. */
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
