/**
 * The values of a session in memory: sorted, and for each the first result of each class that had it. A value takes 14
 * bytes; objects would take ten times as much. What is here never changes: a later result makes a new set.
 */
import { CONTENT, countOf, eachValue, MADE, OWN, UNDECLARED } from './packed.ts';

/** The bit of `made` that says that an undeclared result had the value. Results have numbers below it. */
const UNDECLARED_BIT = 0x8000;

/** The numbers of the first results, 0 for none. */
export interface First {
  own: number;
  content: number;
  made: number;
  undeclared: boolean;
}

export class SessionValues {
  static readonly NONE = new SessionValues(0);
  readonly count: number;
  /** The halves of each hash, the higher one first. */
  readonly #hashes: Uint32Array;
  readonly #own: Uint16Array;
  readonly #content: Uint16Array;
  /** With {@link UNDECLARED_BIT}. */
  readonly #made: Uint16Array;

  private constructor(count: number) {
    this.count = count;
    this.#hashes = new Uint32Array(2 * count);
    this.#own = new Uint16Array(count);
    this.#content = new Uint16Array(count);
    this.#made = new Uint16Array(count);
  }

  /** @param results packed, by their numbers. */
  static of(results: readonly { number: number; packed: Uint8Array }[]): SessionValues {
    const [first, second] = results;
    if (first === undefined) return SessionValues.NONE;
    if (second === undefined) return SessionValues.#ofOne(first.number, first.packed);
    const middle = results.length >>> 1;
    return SessionValues.of(results.slice(0, middle)).and(SessionValues.of(results.slice(middle)));
  }

  static #ofOne(number: number, packed: Uint8Array): SessionValues {
    const values = new SessionValues(countOf(packed));
    eachValue(packed, (high, low, classes, place) => {
      values.#hashes[2 * place] = high;
      values.#hashes[2 * place + 1] = low;
      if ((classes & OWN) !== 0) values.#own[place] = number;
      if ((classes & CONTENT) !== 0) values.#content[place] = number;
      const made = (classes & MADE) === 0 ? 0 : number;
      values.#made[place] = (classes & UNDECLARED) === 0 ? made : made | UNDECLARED_BIT;
    });
    return values;
  }

  get bytes(): number {
    return this.count * 14;
  }

  /** Merges two sets. */
  and(other: SessionValues): SessionValues {
    if (this.count === 0) return other;
    if (other.count === 0) return this;
    const merged = new SessionValues(this.count + other.count - this.#sharedWith(other));
    let [one, two] = [0, 0];
    for (let place = 0; place < merged.count; place += 1) {
      const order = this.#compare(one, other, two);
      if (order <= 0) merged.#take(place, this, one);
      if (order >= 0) merged.#take(place, other, two);
      if (order <= 0) one += 1;
      if (order >= 0) two += 1;
    }
    return merged;
  }

  /** @returns null where no result had it. */
  find(high: number, low: number): First | null {
    const place = this.#placeOf(high, low);
    if (place < 0) return null;
    const made = this.#made[place] ?? 0;
    return {
      own: this.#own[place] ?? 0,
      content: this.#content[place] ?? 0,
      made: made & ~UNDECLARED_BIT,
      undeclared: (made & UNDECLARED_BIT) !== 0,
    };
  }

  has(high: number, low: number): boolean {
    return this.#placeOf(high, low) >= 0;
  }

  #sharedWith(other: SessionValues): number {
    let [one, two, shared] = [0, 0, 0];
    while (one < this.count && two < other.count) {
      const order = this.#compare(one, other, two);
      if (order === 0) shared += 1;
      if (order <= 0) one += 1;
      if (order >= 0) two += 1;
    }
    return shared;
  }

  /** Each place beyond the end comes last. */
  #compare(place: number, other: SessionValues, otherPlace: number): number {
    if (place >= this.count) return 1;
    if (otherPlace >= other.count) return -1;
    const high = (this.#hashes[2 * place] ?? 0) - (other.#hashes[2 * otherPlace] ?? 0);
    return high !== 0 ? high : (this.#hashes[2 * place + 1] ?? 0) - (other.#hashes[2 * otherPlace + 1] ?? 0);
  }

  #take(place: number, from: SessionValues, at: number): void {
    this.#hashes[2 * place] = from.#hashes[2 * at] ?? 0;
    this.#hashes[2 * place + 1] = from.#hashes[2 * at + 1] ?? 0;
    this.#own[place] = earlier(this.#own[place], from.#own[at]);
    this.#content[place] = earlier(this.#content[place], from.#content[at]);
    const [one, two] = [this.#made[place] ?? 0, from.#made[at] ?? 0];
    this.#made[place] =
      earlier(one & ~UNDECLARED_BIT, two & ~UNDECLARED_BIT) | ((one | two) & UNDECLARED_BIT);
  }

  #placeOf(high: number, low: number): number {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const first = this.#hashes[2 * middle] ?? 0;
      const order = first === high ? (this.#hashes[2 * middle + 1] ?? 0) - low : first - high;
      if (order === 0) return middle;
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return -1;
  }
}

/** The lower of two numbers, where 0 is none. */
function earlier(one = 0, two = 0): number {
  if (one === 0 || two === 0) return one + two;
  return Math.min(one, two);
}
