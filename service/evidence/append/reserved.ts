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
  budgetPeriodKey,
  type ChainAddition,
  type ChainBudgetPeriod,
  chainBudgetPeriodKey,
} from '../../database/evidence/append-store.ts';
import type { Append, ReservationRequest } from '../artifact.ts';

export class Remainders {
  readonly #tx: AppendTransaction;
  /** All budgets of the batch. */
  readonly #wanted: readonly ChainBudgetPeriod[];
  /** null after a statement, which may have changed it. */
  #before: ReadonlyMap<string, number> | null = null;

  private constructor(tx: AppendTransaction, wanted: readonly ChainBudgetPeriod[]) {
    this.#tx = tx;
    this.#wanted = wanted;
  }

  /** One query for the whole batch, if any entry reserves. */
  static async before(tx: AppendTransaction, batch: readonly Append[]): Promise<Remainders> {
    const wanted = new Map<string, ChainBudgetPeriod>();
    for (const { chain, reserve } of batch) {
      for (const period of reserve?.periods ?? []) {
        const one = { chain, ...period };
        wanted.set(chainBudgetPeriodKey(one), one);
      }
    }
    const remainders = new Remainders(tx, [...wanted.values()]);
    if (wanted.size > 0) await remainders.#read();
    return remainders;
  }

  /** Whether each budget has enough left. @param addition the batch's additions to the entry's chain so far. */
  async suffice(
    { chain }: Append,
    wanted: ReservationRequest,
    addition: Pick<ChainAddition, 'reserved'> | undefined,
  ): Promise<boolean> {
    const before = this.#before ?? (await this.#read());
    return wanted.periods.every((period) => {
      const taken = addition?.reserved.get(budgetPeriodKey(period))?.microUsd ?? 0;
      const left = before.get(chainBudgetPeriodKey({ chain, ...period })) ?? Number.NEGATIVE_INFINITY;
      return left - taken >= wanted.needMicroUsd;
    });
  }

  /** Call this after a statement, which may have changed the remainders. */
  forget(): void {
    this.#before = null;
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const before = await this.#tx.remaindersOf(this.#wanted);
    this.#before = before;
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
