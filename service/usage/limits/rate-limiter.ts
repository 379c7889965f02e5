/**
 * The limits of Surface B, for each tenant and environment over all nodes together. Each decision is made in
 * memory. The nodes settle with each other a few times a second, and at once if a node with more demand than
 * units may find more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import { type Clock, DAY_MS, dayOf } from '../../foundation/clock.ts';
import { Failure, unlessUnavailable } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import type { PlanLimits } from '../terms/prices.ts';
import { limitsOf } from '../terms/tiers.ts';
import { ChainLimit } from './chain-limit.ts';
import { DayCount } from './day-count.ts';
import { exchange, forgetOldDays } from './holdings-table.ts';

const SETTLE_EVERY_MS = 200;
/** The least time between two settlements caused by requests, ms. */
const MIN_BETWEEN_MS = 25;
/** A request waits at most this long for settling, ms; then the known state decides. */
const PATIENCE_MS = 250;
/** Requests don't ask again for this long after the database failed, ms. */
const LEFT_ALONE_MS = 500;
/** The maximum number of chains in one transaction. */
const CHAINS_AT_ONCE = 1000;
const FORGET_DAYS_EVERY_MS = 3_600_000;

/** The weight of a request. */
export interface Weight {
  evaluations: number;
  records: number;
}

/** The state in the published headers. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** The time when all of it is free again, ms since the epoch. */
  resetAt: number;
}

export interface RateLimiter {
  /** @throws {Failure} `rate_limited`; then nothing is counted. */
  take(principal: Principal, weight: Weight): void | Promise<void>;
  /** Takes back an admitted request that did not happen. */
  giveBack(principal: Principal, weight: Weight): void;
  /** The state of the limit with the least room for such a request; null if there is none. */
  stateFor(principal: Principal, weight: Weight): RateLimitState | null;
  chores: readonly Chore[];
}

interface Kept {
  chain: number;
  limit: ChainLimit;
  days: DayCount;
}

interface Deps {
  db: Database;
  clock: Clock;
  /** Differs for every node and process. */
  node: string;
}

export class NodeRateLimiter implements RateLimiter {
  readonly #deps: Deps;
  readonly #kept = new Map<number, Kept>();
  readonly #wanting = new Set<Kept>();
  #next: Promise<void> | null = null;
  #underWay: Promise<void> = Promise.resolve();
  #settledAtMs = Number.NEGATIVE_INFINITY;
  #leftAloneUntilMs = Number.NEGATIVE_INFINITY;
  readonly chores: readonly Chore[];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.chores = [
      {
        name: 'settle the rate limits with the other nodes',
        everyMs: SETTLE_EVERY_MS,
        run: (stopping) => this.#settleAll(stopping.aborted),
        last: true,
      },
      {
        name: 'forget the daily counts of long ago',
        everyMs: FORGET_DAYS_EVERY_MS,
        run: () => forgetOldDays(deps.db, dayOf(deps.clock.now())),
      },
    ];
  }

  take(principal: Principal, weight: Weight): void | Promise<void> {
    const kept = this.#of(principal);
    const { clock } = this.#deps;
    const nowMs = clock.monotonic();
    kept.limit.offer(nowMs, weight.evaluations);
    const isStale = kept.limit.isStale(nowMs);
    if (!isStale && this.#takeNow(kept, weight)) return;
    const worthAsking = isStale || (kept.limit.mayGetMore(nowMs) && !this.#isDayOver(kept, weight));
    if (!worthAsking || nowMs < this.#leftAloneUntilMs) {
      if (worthAsking && this.#takeNow(kept, weight, true)) return;
      throw this.#refusal(kept, weight);
    }
    return this.#ask(kept).then(() => {
      if (!this.#takeNow(kept, weight, true)) throw this.#refusal(kept, weight);
    });
  }

  giveBack(principal: Principal, { evaluations, records }: Weight): void {
    const kept = this.#of(principal);
    kept.limit.giveBack(evaluations);
    this.#count(kept, -records);
  }

  stateFor(principal: Principal, weight: Weight): RateLimitState | null {
    const limits = limitsOf(principal);
    // Reading the state does not require settling with other nodes.
    const kept = this.#kept.get(principal.chain) ?? this.#keep(principal.chain, limits);
    const second = this.#ofSecond(kept, limits.evaluationsPerSecond);
    const day = this.#ofDay(kept, limits.evidencePerDay);
    if (second === null || day === null) return second ?? day;
    if (weight.records === 0) return second;
    return weight.evaluations === 0 || day.remaining < second.remaining ? day : second;
  }

  #ofSecond({ limit }: Kept, evaluations: number | null): RateLimitState | null {
    if (evaluations === null) return null;
    const { clock } = this.#deps;
    const nowMs = clock.monotonic();
    const resetAt = clock.now() + limit.clearInMs(nowMs);
    return { limit: evaluations, remaining: limit.remaining(nowMs), resetAt };
  }

  #ofDay({ days }: Kept, records: number | null): RateLimitState | null {
    if (records === null) return null;
    const remaining = Math.max(0, records - days.used(this.#today));
    return { limit: records, remaining, resetAt: (this.#today + 1) * DAY_MS };
  }

  get #today(): number {
    return dayOf(this.#deps.clock.now());
  }

  #of(principal: Principal): Kept {
    const { chain } = principal;
    const limits = limitsOf(principal);
    const kept = this.#kept.get(chain) ?? this.#keep(chain, limits);
    this.#kept.set(chain, kept);
    kept.limit.limits = limits;
    return kept;
  }

  #keep(chain: number, limits: PlanLimits): Kept {
    return { chain, limit: new ChainLimit(limits, this.#deps.clock.monotonic()), days: new DayCount() };
  }

  #takeNow(kept: Kept, weight: Weight, insists = false): boolean {
    if (this.#isDayOver(kept, weight)) return false;
    const { evaluations, records } = weight;
    if (evaluations > 0 && !kept.limit.take(this.#deps.clock.monotonic(), evaluations, insists)) return false;
    this.#count(kept, records);
    return true;
  }

  #count({ limit, days }: Kept, records: number): void {
    if (limit.limits.evidencePerDay !== null) days.add(this.#today, records);
  }

  #isDayOver({ limit, days }: Kept, { records }: Weight): boolean {
    const { evidencePerDay } = limit.limits;
    return records > 0 && evidencePerDay !== null && days.used(this.#today) + records > evidencePerDay;
  }

  #refusal(kept: Kept, weight: Weight): Failure {
    const { clock } = this.#deps;
    const { evaluationsPerSecond, evidencePerDay } = kept.limit.limits;
    const isOfDay = this.#isDayOver(kept, weight);
    const waitMs = isOfDay
      ? (this.#today + 1) * DAY_MS - clock.now()
      : kept.limit.clearInMs(clock.monotonic());
    const message = isOfDay
      ? `The plan allows ${evidencePerDay} evidence records a day (UTC).`
      : `The plan allows ${evaluationsPerSecond} evaluations a second.`;
    const details = { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
    return new Failure('rate_limited', message, { details });
  }

  /** Resolves once this node has settled the chain with the others, or when that takes too long. */
  #ask(kept: Kept): Promise<void> {
    this.#wanting.add(kept);
    this.#next ??= Promise.race([this.#settleNext(), sleep(PATIENCE_MS, undefined, { ref: false })]);
    return this.#next;
  }

  #settleNext(): Promise<void> {
    const asked = this.#inTurn(async () => {
      const sinceMs = this.#deps.clock.monotonic() - this.#settledAtMs;
      if (sinceMs < MIN_BETWEEN_MS) await sleep(MIN_BETWEEN_MS - sinceMs);
      this.#next = null;
      const wanting = [...this.#wanting];
      this.#wanting.clear();
      await this.#settle(wanting, false);
    });
    // The chore logs errors.
    return asked.catch(() => undefined);
  }

  #settleAll(leaves: boolean): Promise<void> {
    const settling = this.#inTurn(async () => {
      const nowMs = this.#deps.clock.monotonic();
      for (const { chain, limit, days } of this.#kept.values()) {
        if (limit.isForgotten(nowMs) && days.isStored) this.#kept.delete(chain);
      }
      const all = [...this.#kept.values()];
      for (let from = 0; from < all.length; from += CHAINS_AT_ONCE) {
        await this.#settle(all.slice(from, from + CHAINS_AT_ONCE), leaves);
      }
    });
    return settling.catch(unlessUnavailable);
  }

  /** Runs settlements one after another, so that a node's statements keep their order. */
  #inTurn(settle: () => Promise<void>): Promise<void> {
    const settling = this.#underWay.then(settle);
    this.#underWay = settling.catch(() => undefined);
    return settling;
  }

  async #settle(all: readonly Kept[], leaves: boolean): Promise<void> {
    const { db, clock, node } = this.#deps;
    this.#settledAtMs = clock.monotonic();
    try {
      await exchange(db, all, { node, lookedAtMs: this.#settledAtMs, day: this.#today, leaves });
    } catch (error) {
      const nowMs = clock.monotonic();
      this.#leftAloneUntilMs = nowMs + LEFT_ALONE_MS;
      for (const { limit } of all) limit.carryOn(nowMs);
      throw error;
    }
  }
}
