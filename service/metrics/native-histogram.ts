/**
 * A Prometheus native histogram: each bucket is wider than the one before by the same factor, so it needs no
 * choice of bounds, fits any quantile, and stores only the buckets in use.
 */

/** There are 2^SCHEMA buckets for each doubling, so each is 9 % wider than the one before. */
export const SCHEMA = 3;
const BUCKETS_A_DOUBLING = 2 ** SCHEMA;
/** Smaller values count as zero. */
export const ZERO_THRESHOLD = 1e-6;

export class NativeHistogram {
  readonly labels: Readonly<Record<string, string>>;
  /** Counts by index: bucket `i` ends, inclusively, at 2^(i / 2^SCHEMA). */
  readonly #buckets = new Map<number, number>();
  count = 0;
  sum = 0;
  zeros = 0;

  constructor(labels: Readonly<Record<string, string>>) {
    this.labels = labels;
  }

  /** @param value 0 or more. */
  observe(value: number): void {
    this.count += 1;
    this.sum += value;
    if (value <= ZERO_THRESHOLD) {
      this.zeros += 1;
      return;
    }
    const index = Math.ceil(Math.log2(value) * BUCKETS_A_DOUBLING);
    this.#buckets.set(index, (this.#buckets.get(index) ?? 0) + 1);
  }

  /** The buckets in ascending order of their index. */
  buckets(): [index: number, count: number][] {
    return [...this.#buckets].sort(([one], [other]) => one - other);
  }
}
