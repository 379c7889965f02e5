/**
 * A cache whose answers are never older than a bound, so that what one node changes holds on every other node
 * within it, without messages between them. Young answers come at once; ageing ones come at once and are asked for
 * again behind the caller's back; old ones are waited for.
 */
import type { Clock } from './clock.ts';

export interface Freshness {
  /** Age from which an answer is asked for again while it is still given, ms. */
  refreshAfterMs: number;
  /** Age beyond which an answer is not given any more, ms. Counted from when it was asked for. */
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

  /** @param load asks the source; `null`, for what is not there, is never kept. */
  constructor(load: (key: string) => Promise<V | null>, clock: Clock, freshness: Freshness) {
    this.#load = load;
    this.#clock = clock;
    this.#freshness = freshness;
  }

  /** @throws what `load` throws, where no answer young enough is held. */
  get(key: string): V | Promise<V | null> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return this.#ask(key);
    const age = this.#clock.monotonic() - entry.askedAt;
    if (age > this.#freshness.forgetAfterMs) return this.#ask(key);
    if (age > this.#freshness.refreshAfterMs) this.#ask(key).catch(() => undefined);
    return entry.value;
  }

  /** Forgets one answer; an answer under way when this is called is not kept either. */
  drop(key: string): void {
    this.#entries.delete(key);
    this.#loading.delete(key);
  }

  #ask(key: string): Promise<V | null> {
    const askedAt = this.#clock.monotonic();
    const underWay = this.#loading.get(key);
    // Where the source takes its time, its answer may be of before what whoever asks now has to be told.
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

/** What is nearly always at hand, in memory, and has to be waited for now and then. */
export type MaybePromise<Value> = Value | Promise<Value>;

type Known<Values extends readonly unknown[]> = { -readonly [Place in keyof Values]: Awaited<Values[Place]> };

/**
 * Goes on at once where every value is at hand, else when all of them are there. Waiting for what is there already
 * would let others act in between, on the same budgets and in the same turn of the event loop.
 */
export function whenKnown<Values extends readonly unknown[], Result>(
  values: readonly [...Values],
  next: (...known: Known<Values>) => MaybePromise<Result>,
): MaybePromise<Result> {
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values).then((known) => next(...(known as unknown as Known<Values>)))
    : next(...(values as unknown as Known<Values>));
}
