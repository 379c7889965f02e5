/**
 * Stores outcomes for all endpoints of a node in as few transactions as possible: those that arrive during one go into
 * the next. Each commit is an fsync that verdicts wait for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Measured } from '../../foundation/measured.ts';
import type { Outcome } from './retry.ts';
import { type Settled, type Settlement, settle } from './settlement.ts';

/** The time for other settlements to join, ms. */
const GATHER_MS = 50;
const OUTCOMES_AT_ONCE = 1000;

interface Waiting extends PromiseWithResolvers<Settled> {
  settlement: Settlement;
}

export interface GroupDeps {
  db: Database;
  clock: Clock;
  measured: Pick<Measured, 'webhooksAttempted'>;
  holder: string;
}

/** The outcome, by the status of the delivery after an attempt. */
const OUTCOMES = { delivered: 'delivered', pending: 'failed', failed: 'given_up' } as const;

export class SettlementGroup {
  readonly #deps: GroupDeps;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(deps: GroupDeps) {
    this.#deps = deps;
  }

  /** Resolves when it is durable; rejects if it could not be written. */
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
      const { db, clock, holder } = this.#deps;
      const settled = await settle(db, settlements, { holder, now: clock.now() });
      this.#count(settlements.flatMap(({ outcomes }) => outcomes));
      for (const { settlement, resolve } of group) resolve(settled.get(settlement) ?? { held: null });
    } catch (error) {
      const apart = group.length > 1 && !(error instanceof Failure && error.code === 'unavailable');
      if (apart) for (const waiting of group) await this.#write([waiting]);
      else for (const { reject } of group) reject(error);
    }
  }
  #count(outcomes: readonly Outcome[]): void {
    for (const [status, outcome] of Object.entries(OUTCOMES)) {
      const attempts = outcomes.filter((stored) => stored.status === status && stored.sent).length;
      if (attempts > 0) this.#deps.measured.webhooksAttempted(outcome, attempts);
    }
  }
}
