/**
 * Refuses evaluations that would wait too long, before they are read and judged, so that those that are answered stay
 * quick. Waiting times are estimated from the turn of the event loop and the commits under way.
 */
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { Measured } from '../foundation/measured.ts';

/** Once the service is overloaded, an evaluation waits this part of the bound at most. */
const STANDING_PART = 1 / 20;
/** Or as long as this many commits: on a slow disk, each evaluation waits for one or two, however few there are. */
const STANDING_COMMITS = 3;
/**
 * With fewer evaluations under way, nothing is overloaded: a turn was long for another reason, as on a machine that was
 * busy with something else.
 */
const MIN_UNDER_WAY = 32;
/** A chain with fewer under way is not what overloads the service, and its evaluations are let through. */
const MIN_OF_CHAIN = 8;
/** The weight of the last commit in the mean duration of one. */
const WEIGHT_OF_LAST = 0.2;
const LOG_EVERY_MS = 1000;
const RETRY_AFTER_SECONDS = 1;

/** Made once: a refusal must cost little, and the trace of an error's origin costs more than all the rest. */
const OVERLOADED = new Failure('overloaded', 'The service is overloaded. Please retry.', {
  details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
});

interface Entry {
  append: { chain: number };
}

export interface OverloadDeps {
  clock: Clock;
  /** How long the event loop has had nothing to do since its start, ms. */
  loopIdleMs: () => number;
  measured: Pick<Measured, 'evaluationShed'>;
  log: { warn(about: object, message: string): void };
  /** How long an evaluation may wait, ms. */
  maxWaitMs: number;
  /** The number of entries in one commit at most. */
  maxBatch: number;
}

export class Overload {
  readonly #deps: OverloadDeps;
  /** Entries that are not yet durable. */
  #underWay = 0;
  readonly #byChain = new Map<number, number>();
  /** The mean duration of commits, ms. */
  #commitMs = 0;
  #commitBeganAt: number | null = null;
  /** When this turn of the event loop took its first evaluation, and how long that may have lain in its socket, ms. */
  #turn: { beganAt: number; lateMs: number } | null = null;
  #lastTurn: { tookMs: number; endedAt: number; idleMs: number } | null = null;
  /** The mean wait over about as long as the bound, ms. */
  #meanWaitMs = 0;
  #lastAskedAt = 0;
  /** Since when the mean is longer than may stand. */
  #longSince: number | null = null;
  #isOverloaded = false;
  #lastRefusalAt = 0;
  #refusedSinceLine = 0;
  #lastLineAt = Number.NEGATIVE_INFINITY;

  constructor(deps: OverloadDeps) {
    this.#deps = deps;
  }

  /** Call before an evaluation is read. @throws {Failure} `overloaded` */
  requireRoom(chain: number): void {
    const { maxWaitMs, clock } = this.#deps;
    const now = clock.monotonic();
    const commitsMs = this.#commitsMs(now);
    const waitMs = commitsMs + this.#turnsMs(now);
    this.#watch(waitMs, now);
    const isFew = this.#underWay < MIN_UNDER_WAY || (this.#byChain.get(chain) ?? 0) < MIN_OF_CHAIN;
    // A single long turn is over, and says nothing of the next; waiting commits must end before this one.
    const isRefused = this.#isOverloaded ? waitMs > this.#standingMs() && !isFew : commitsMs > maxWaitMs;
    if (!isRefused) return;
    this.#lastRefusalAt = now;
    this.#note(now, waitMs);
    throw OVERLOADED;
  }

  entered(chain: number): void {
    this.#underWay += 1;
    this.#byChain.set(chain, (this.#byChain.get(chain) ?? 0) + 1);
  }

  left(entries: readonly Entry[]): void {
    this.#underWay -= entries.length;
    for (const { append } of entries) {
      const rest = (this.#byChain.get(append.chain) ?? 1) - 1;
      if (rest === 0) this.#byChain.delete(append.chain);
      else this.#byChain.set(append.chain, rest);
    }
  }

  commitBegan(): void {
    this.#commitBeganAt = this.#deps.clock.monotonic();
  }

  commitEnded(entries: readonly Entry[]): void {
    this.left(entries);
    const tookMs = this.#deps.clock.monotonic() - (this.#commitBeganAt ?? 0);
    this.#commitBeganAt = null;
    this.#commitMs += (tookMs - this.#commitMs) * WEIGHT_OF_LAST;
  }

  /** How long a wait may stay, ms. */
  #standingMs(): number {
    return Math.max(this.#deps.maxWaitMs * STANDING_PART, STANDING_COMMITS * this.#commitMs);
  }

  /** Until the commit of a new entry has ended, ms. */
  #commitsMs(now: number): number {
    const beganAt = this.#commitBeganAt;
    const sinceMs = beganAt === null ? 0 : now - beganAt;
    // The one under way may take longer than most.
    const restMs = beganAt === null ? 0 : Math.max(sinceMs, this.#commitMs - sinceMs);
    return restMs + Math.ceil(this.#underWay / this.#deps.maxBatch) * this.#commitMs;
  }

  /** How long a request may have lain in its socket, ms. */
  #turnsMs(now: number): number {
    if (this.#turn === null) {
      this.#turn = { beganAt: now, lateMs: this.#lateMs(now) };
      setImmediate(() => {
        const endedAt = this.#deps.clock.monotonic();
        this.#lastTurn = { tookMs: endedAt - now, endedAt, idleMs: this.#deps.loopIdleMs() };
        this.#turn = null;
      });
    }
    return this.#turn.lateMs + now - this.#turn.beganAt;
  }

  /**
   * A loop that was idle had read all requests until then; otherwise they came after the last turn had looked. Over a
   * longer time, the loop worked in many turns, and none of them kept a request waiting.
   */
  #lateMs(now: number): number {
    if (this.#lastTurn === null) return 0;
    const { tookMs, endedAt, idleMs } = this.#lastTurn;
    const idleSinceMs = this.#deps.loopIdleMs() - idleMs;
    const sinceMs = now - endedAt;
    if (idleSinceMs <= 0) return tookMs + sinceMs;
    return sinceMs > this.#deps.maxWaitMs ? 0 : sinceMs - idleSinceMs;
  }

  /** A burst may take the whole bound. What lasts longer is a load that the service can't carry. */
  #watch(waitMs: number, now: number): void {
    const { maxWaitMs } = this.#deps;
    const sinceMs = now - this.#lastAskedAt;
    this.#lastAskedAt = now;
    this.#meanWaitMs += (waitMs - this.#meanWaitMs) * (1 - Math.exp(-sinceMs / maxWaitMs));
    if (this.#meanWaitMs <= this.#standingMs()) this.#longSince = null;
    else this.#longSince ??= now;
    if (this.#longSince !== null && now - this.#longSince > maxWaitMs) {
      if (!this.#isOverloaded) this.#lastRefusalAt = now;
      this.#isOverloaded = true;
    }
    if (this.#isOverloaded && now - this.#lastRefusalAt > maxWaitMs) this.#isOverloaded = false;
  }

  #note(now: number, waitMs: number): void {
    this.#deps.measured.evaluationShed();
    this.#refusedSinceLine += 1;
    if (now - this.#lastLineAt < LOG_EVERY_MS) return;
    this.#deps.log.warn(
      { refused: this.#refusedSinceLine, underWay: this.#underWay, waitMs: Math.round(waitMs) },
      'evaluations are refused, since they would wait too long',
    );
    this.#lastLineAt = now;
    this.#refusedSinceLine = 0;
  }
}
