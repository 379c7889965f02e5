/**
 * Units of a second's limit: each used unit becomes free a second later. A unit used soon after it became
 * free counts from the time when it became free, so that constant demand reaches the limit instead of only
 * approaching it.
 */
const WINDOW_MS = 1000;
/**
 * How long a unit counts from when it became free, ms. Shorter gaps between requests, and short stalls of a
 * node, cost nothing of the limit; a whole second's units pass at most once in the rest of a second.
 */
const SLACK_MS = 500;

interface Units {
  /** ms, monotonic: when they were taken; for free ones, when they became free. */
  at: number;
  count: number;
}

export class Window {
  /** Earliest first. */
  readonly #taken: Units[] = [];
  readonly #freed: Units[] = [];
  #used = 0;
  /** A request too heavy for one second is paid off until this time, at the limit's units per second. */
  #paysUntil = Number.NEGATIVE_INFINITY;
  #pays = 0;

  /**
   * Admits the weight, or not. A weight above the limit passes if nothing else was admitted in the last
   * second; then nothing more passes until it is paid off.
   * @param units a second's limit
   */
  take(nowMs: number, weight: number, units: number): boolean {
    this.#slide(nowMs);
    if (nowMs < this.#paysUntil) return false;
    if (this.#used + weight <= units) {
      this.#book(nowMs, weight);
      return true;
    }
    if (this.#used > 0 || units < 1) return false;
    const fromMs = nowMs - this.#paysUntil <= SLACK_MS ? this.#paysUntil : nowMs;
    this.#paysUntil = fromMs + (WINDOW_MS * weight) / units;
    this.#pays = units;
    return true;
  }

  /** Takes back the last admitted weight. */
  giveBack(weight: number): void {
    for (let left = weight; left > 0; ) {
      const last = this.#taken.at(-1);
      if (last === undefined) return;
      const count = Math.min(last.count, left);
      last.count -= count;
      if (last.count === 0) this.#taken.pop();
      this.#used -= count;
      left -= count;
    }
  }

  /** The units of the last second, or the weight that is being paid off. */
  used(nowMs: number): number {
    this.#slide(nowMs);
    return this.pays(nowMs) ? Math.max(this.#pays, this.#used) : this.#used;
  }

  /** Whether something heavy is being paid off. */
  pays(nowMs: number): boolean {
    return nowMs < this.#paysUntil;
  }

  /** ms until all of it is free again. */
  clearInMs(nowMs: number): number {
    const last = this.#taken.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, this.#paysUntil - nowMs, last + WINDOW_MS - nowMs);
  }

  #slide(nowMs: number): void {
    while (this.#taken[0] !== undefined && this.#taken[0].at + WINDOW_MS <= nowMs) {
      const { at, count } = this.#taken.shift() as Units;
      this.#freed.push({ at: at + WINDOW_MS, count });
      this.#used -= count;
    }
    while (this.#freed[0] !== undefined && this.#freed[0].at < nowMs - SLACK_MS) this.#freed.shift();
  }

  #book(nowMs: number, weight: number): void {
    this.#used += weight;
    let left = weight;
    for (let free = this.#freed[0]; left > 0 && free !== undefined; free = this.#freed[0]) {
      const count = Math.min(free.count, left);
      this.#note(free.at, count);
      free.count -= count;
      left -= count;
      if (free.count === 0) this.#freed.shift();
    }
    // Whole milliseconds, so that a second has a thousand entries at most.
    if (left > 0) this.#note(Math.ceil(nowMs), left);
  }

  #note(at: number, count: number): void {
    const last = this.#taken.at(-1);
    if (last !== undefined && last.at >= at) last.count += count;
    else this.#taken.push({ at, count });
  }
}

const BIN_MS = 100;
/** A second, and the part of a tenth that has just begun. */
const BINS = 11;

/** The demand in the last second, admitted or not; the figure may be a little too high, never too low. */
export class Demand {
  readonly #bins = new Array<number>(BINS).fill(0);
  #bin = 0;

  add(nowMs: number, weight: number): void {
    const bin = this.#advance(nowMs) % BINS;
    this.#bins[bin] = (this.#bins[bin] ?? 0) + weight;
  }

  total(nowMs: number): number {
    this.#advance(nowMs);
    return this.#bins.reduce((sum, count) => sum + count, 0);
  }

  #advance(nowMs: number): number {
    const bin = Math.floor(nowMs / BIN_MS);
    for (let at = Math.max(this.#bin + 1, bin - BINS + 1); at <= bin; at++) this.#bins[at % BINS] = 0;
    this.#bin = Math.max(this.#bin, bin);
    return this.#bin;
  }
}
