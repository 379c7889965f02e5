/**
 * One chain's budgets on one node: the amounts at the last look at the database, and this node's reservations since.
 * Together these never count a reservation twice, and never miss one.
 */

import type { Database } from '../database/open.ts';
import type { AppendResult, ReservationRequest } from '../evidence/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { Budget } from '../governance/budgets/index.ts';
import { isInPeriod, type KnownBudget, lookAt } from './look.ts';
import { RESERVATION_LIFETIME_MS } from './reservations.ts';

/**
 * The ages of the last look, ms: from the first on, another look starts in the background; from the second on,
 * requests wait for it.
 */
const REFRESH_AFTER_MS = 400;
const FORGET_AFTER_MS = 800;
/** A look is not enough where it met a reservation of unknown fate, or budgets that it did not ask about. */
const MAX_LOOKS = 4;
const RETRY_AFTER_SECONDS = 1;

export interface Reservation {
  /**
   * Goes with the append of the evaluation. Where a budget has too little left, the append is overtaken, and the
   * budget is read again before its next use.
   */
  wanted: ReservationRequest;
  /**
   * Subtracts the reservation from the remainder until the append has ended; without an append nothing is reserved.
   * @returns the result of the append.
   */
  madeWith(appending: Promise<AppendResult>): Promise<AppendResult>;
}

/** The present state of the budgets that cover a request. */
export interface CoveringBudgets {
  /** The least that remains of any of them at this moment, micro-USD; may be below zero. */
  readonly remainingMicroUsd: number;
  /** @param needMicroUsd the remainder that the given verdict needs; at least the cost. */
  reserve(evaluationId: string, costMicroUsd: number, needMicroUsd: number): Reservation;
}

/** A reservation of this node that the last look may not include. */
interface Own {
  keys: readonly string[];
  microUsd: number;
  /** Whether its append was answered, so that it is in the database. */
  isDurable: boolean;
  /** Whether the last look included it, although its append was not answered yet. */
  isKnown: boolean;
}

export class ChainBook {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #chain: number;
  /** By budget, in the period of the last look. */
  #known: ReadonlyMap<string, KnownBudget> = new Map();
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Increases each time the known state turns out to be wrong. */
  #doubts = 0;
  #looking: Promise<void> | null = null;
  /** By evaluation. */
  readonly #own = new Map<string, Own>();
  /** The sum of all of `#own` that no look has included yet, by budget and period. */
  readonly #taken = new Map<string, number>();

  constructor({ db, clock }: { db: Database; clock: Clock }, chain: number) {
    this.#db = db;
    this.#clock = clock;
    this.#chain = chain;
  }

  get isAtWork(): boolean {
    return this.#own.size > 0 || this.#looking !== null;
  }

  /** @param covering the budgets that cover the request. */
  covering(
    budgets: readonly Budget[],
    covering: readonly Budget[],
    at: number,
  ): CoveringBudgets | null | Promise<CoveringBudgets | null> {
    const age = this.#clock.monotonic() - this.#lookedAt;
    if (age > FORGET_AFTER_MS || !this.#knowsAll(covering, at)) return this.#lookFirst(budgets, covering, at);
    if (age > REFRESH_AFTER_MS) this.#look(budgets, at).catch(() => undefined);
    return this.#coveringNow(covering, at);
  }

  async #lookFirst(
    budgets: readonly Budget[],
    covering: readonly Budget[],
    at: number,
  ): Promise<CoveringBudgets | null> {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      await this.#look(budgets, at);
      const isFresh = this.#clock.monotonic() - this.#lookedAt <= FORGET_AFTER_MS;
      if (isFresh && this.#knowsAll(covering, at)) break;
    }
    // A reservation in doubt is still checked against the budget when it is written.
    if (this.#knowsAll(covering, at)) return this.#coveringNow(covering, at);
    throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('the budgets kept changing'));
  }

  /** Whether the last look saw these budgets at this revision or later, in the present period. */
  #knowsAll(covering: readonly Budget[], at: number): boolean {
    return covering.every(({ budgetId, revision }) => {
      const known = this.#known.get(budgetId);
      return known !== undefined && known.revision >= revision && isInPeriod(known, at);
    });
  }

  #coveringNow(covering: readonly Budget[], at: number): CoveringBudgets | null {
    const held: KnownBudget[] = [];
    for (const { budgetId } of covering) {
      const known = this.#known.get(budgetId);
      if (known !== undefined && isInPeriod(known, at) && !known.isDeleted) held.push(known);
    }
    if (held.length === 0) return null;
    const remaining = () => held.reduce((least, one) => Math.min(least, this.#remaining(one)), Infinity);
    return {
      get remainingMicroUsd() {
        return remaining();
      },
      reserve: (evaluationId, microUsd, needMicroUsd): Reservation => ({
        wanted: {
          periods: held.map(({ period }) => period),
          microUsd,
          needMicroUsd,
          lapsesAt: at + RESERVATION_LIFETIME_MS,
        },
        madeWith: (appending) => {
          const keys = held.map(({ key }) => key);
          return this.#follow(evaluationId, keys, microUsd, appending);
        },
      }),
    };
  }

  /** The present knowledge, which may be newer than when the budget was found to cover. */
  #remaining(held: KnownBudget): number {
    const latest = this.#known.get(held.period.budgetId);
    const { key, limitMicroUsd, usedMicroUsd } = latest?.key === held.key ? latest : held;
    return limitMicroUsd - usedMicroUsd - (this.#taken.get(key) ?? 0);
  }

  async #follow(
    evaluationId: string,
    keys: readonly string[],
    microUsd: number,
    appending: Promise<AppendResult>,
  ): Promise<AppendResult> {
    const own: Own = { keys, microUsd, isDurable: false, isKnown: false };
    this.#own.set(evaluationId, own);
    this.#take(own, microUsd);
    try {
      const result = await appending;
      if (result.kind !== 'appended') {
        this.#forget(evaluationId, own);
        if (result.kind === 'overtaken') this.#doubt();
      } else if (own.isKnown) this.#own.delete(evaluationId);
      else own.isDurable = true;
      return result;
    } catch (error) {
      // The reservation may be in the database all the same.
      this.#forget(evaluationId, own);
      this.#doubt();
      throw error;
    }
  }

  #take({ keys }: Own, microUsd: number): void {
    for (const key of keys) {
      const taken = (this.#taken.get(key) ?? 0) + microUsd;
      if (taken === 0) this.#taken.delete(key);
      else this.#taken.set(key, taken);
    }
  }

  #forget(evaluationId: string, own: Own): void {
    this.#own.delete(evaluationId);
    if (!own.isKnown) this.#take(own, -own.microUsd);
  }

  #doubt(): void {
    this.#doubts += 1;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  #look(budgets: readonly Budget[], at: number): Promise<void> {
    this.#looking ??= this.#lookNow(budgets, at).finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** One query, so that sums and reservations show the same moment. */
  async #lookNow(budgets: readonly Budget[], at: number): Promise<void> {
    const lookedAt = this.#clock.monotonic();
    const doubts = this.#doubts;
    const included: [string, Own][] = [];
    const underWay: string[] = [];
    for (const [id, own] of this.#own) {
      if (own.isDurable) included.push([id, own]);
      else underWay.push(id);
    }
    const seen = await lookAt(this.#db, this.#chain, budgets, at, underWay);
    for (const [id, own] of included) this.#forget(id, own);
    let isDoubtful = false;
    for (const [id, own] of this.#own) {
      if (own.isKnown) continue;
      if (seen.evaluations.has(id)) {
        this.#take(own, -own.microUsd);
        own.isKnown = true;
        if (own.isDurable) this.#own.delete(id);
      } else if (id < seen.since) isDoubtful = true;
    }
    this.#known = seen.budgets;
    this.#lookedAt = isDoubtful || doubts !== this.#doubts ? Number.NEGATIVE_INFINITY : lookedAt;
  }
}
