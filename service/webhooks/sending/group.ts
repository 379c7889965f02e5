/**
 * Settles for all endpoints of a node in as few transactions as possible: outcomes that arrive during one go into the
 * next. Each commit is an fsync that verdicts wait for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { type Settled, type Settlement, settle } from './settlement.ts';

/** The time in which others can join, ms. */
const GATHER_MS = 50;
const OUTCOMES_AT_ONCE = 1000;

interface Waiting extends PromiseWithResolvers<Settled> {
  settlement: Settlement;
}

export class SettlementGroup {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #holder: string;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(db: Database, clock: Clock, holder: string) {
    this.#db = db;
    this.#clock = clock;
    this.#holder = holder;
  }

  /** Resolves when it is durable; rejects where it could not be written. */
  settle(settlement: Settlement): Promise<Settled> {
    const waiting = { settlement, ...Promise.withResolvers<Settled>() };
    this.#waiting.push(waiting);
    if (!this.#running) void this.#run();
    return waiting.promise;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      await sleep(GATHER_MS);
      await this.#write(this.#next());
    }
    this.#running = false;
  }

  #next(): Waiting[] {
    let outcomes = 0;
    const end = this.#waiting.findIndex(({ settlement }) => {
      outcomes += settlement.outcomes.length;
      return outcomes > OUTCOMES_AT_ONCE;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end));
  }

  /** Never rejects. A faulty settlement does not keep the others from being written. */
  async #write(group: readonly Waiting[]): Promise<void> {
    const settlements = group.map(({ settlement }) => settlement);
    try {
      const by = { holder: this.#holder, now: this.#clock.now() };
      const settled = await settle(this.#db, settlements, by);
      for (const { settlement, resolve } of group) resolve(settled.get(settlement) ?? { held: null });
    } catch (error) {
      const apart = group.length > 1 && !(error instanceof Failure && error.code === 'unavailable');
      if (apart) for (const waiting of group) await this.#write([waiting]);
      else for (const { reject } of group) reject(error);
    }
  }
}
