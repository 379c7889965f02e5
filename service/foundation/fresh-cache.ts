/**
 * A cache with a maximum age, so that a change on one node reaches every other node within it, without
 * messages between nodes. Young answers are returned at once; ageing ones are returned at once and refreshed
 * in the background; old ones are loaded first.
 */
import type { Clock } from './clock.ts';

export interface Freshness {
  /** Age from which an answer is refreshed in the background, ms. */
  refreshAfterMs: number;
  /** Age beyond which an answer is no longer returned, ms. Counted from the start of its load. */
  forgetAfterMs: number;
  maxEntries: number;
}

interface Entry<V> {
  value: V;
  askedAt: number;
}

interface Loading<V> {
  answer: Promise<V | null>;
  askedAt: number;
}

export class FreshCache<V extends object> {
  readonly #load: (key: string) => Promise<V | null>;
  readonly #clock: Clock;
  readonly #freshness: Freshness;
  readonly #entries = new Map<string, Entry<V>>();
  readonly #loading = new Map<string, Loading<V>>();

  /** @param load reads the source; `null`, for a missing value, is never kept. */
  constructor(load: (key: string) => Promise<V | null>, clock: Clock, freshness: Freshness) {
    this.#load = load;
    this.#clock = clock;
    this.#freshness = freshness;
  }

  /** @throws the error of `load`, if no answer is young enough. */
  get(key: string): V | Promise<V | null> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return this.#ask(key);
    const age = this.#clock.monotonic() - entry.askedAt;
    if (age > this.#freshness.forgetAfterMs) return this.#ask(key);
    if (age > this.#freshness.refreshAfterMs) this.#ask(key).catch(() => undefined);
    return entry.value;
  }

  /** Forgets one answer, and does not keep one that is being loaded. */
  drop(key: string): void {
    this.#entries.delete(key);
    this.#loading.delete(key);
  }

  #ask(key: string): Promise<V | null> {
    const askedAt = this.#clock.monotonic();
    const underWay = this.#loading.get(key);
    // A slow source may return an answer that is older than this request allows.
    if (underWay !== undefined && askedAt - underWay.askedAt <= this.#freshness.forgetAfterMs) {
      return underWay.answer;
    }
    const isLatest = () => this.#loading.get(key) === loading;
    const answer = this.#load(key).then(
      (value) => {
        if (isLatest()) this.#keep(key, value, askedAt);
        return value;
      },
      (error: unknown) => {
        if (isLatest()) this.#loading.delete(key);
        throw error;
      },
    );
    const loading: Loading<V> = { answer, askedAt };
    this.#loading.set(key, loading);
    return answer;
  }

  #keep(key: string, value: V | null, askedAt: number): void {
    this.#loading.delete(key);
    this.#entries.delete(key);
    if (value === null) return;
    this.#entries.set(key, { value, askedAt });
    if (this.#entries.size <= this.#freshness.maxEntries) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}

/** A value that is nearly always in memory, and sometimes has to be loaded. */
export type MaybePromise<Value> = Value | Promise<Value>;

/**
 * Continues at once with a value in memory, or waits for it to load. Awaiting a value in memory would let
 * other work run in between, on the same budgets and in the same turn of the event loop.
 */
export function whenKnown<Value, Result>(
  value: MaybePromise<Value>,
  next: (known: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Joins several values for {@link whenKnown}. */
export function allKnown<Values extends readonly unknown[]>(
  values: readonly [...Values],
): MaybePromise<{ -readonly [Place in keyof Values]: Awaited<Values[Place]> }> {
  type Known = { -readonly [Place in keyof Values]: Awaited<Values[Place]> };
  for (const value of values) if (value instanceof Promise) return Promise.all(values) as Promise<Known>;
  return values as unknown as Known;
}
