/**
 * The values that were found so far, within bounds of work and number. A result that has more is `incomplete`, and
 * every value that it does not show may still have stood in it.
 */
import { nameOf, normalise, type Target, type WrittenKind } from '../targets/index.ts';
import { countWork } from '../work.ts';

/** In microseconds, roughly. */
const MAX_WORK = 250_000;
/** Twenty characters of ordinary text take about a microsecond. */
const CHARACTERS_A_UNIT = 20;
/** The parser of unusual mail addresses takes much longer than every other reader. */
const UNITS: Partial<Record<WrittenKind, number>> = { email: 2, url: 3, phone: 6, account: 2 };
const UNITS_OF_PARSED_ADDRESS = 20;
const PLAIN_ADDRESS = /^[\w.+-]+@[\w.-]+$/;

/** @returns false if there is no room for another value. */
export type Take = (name: string, target: Target, isOther: boolean) => boolean;

export class Reading {
  /** Something was left out. */
  isIncomplete = false;
  #left = MAX_WORK;
  #seen = new Map<string, number>();
  readonly #pieces = new Map<string, Map<string, number>>();
  readonly #take: Take;

  constructor(take: Take) {
    this.#take = take;
  }

  /**
   * Adds what a text names, if it can be read as such a target.
   * @param isOther it is another name for a value that was added before.
   * @returns the first target.
   */
  add(kind: WrittenKind, text: string, isOther = false): Target | null {
    const isParsed = kind === 'email' && !PLAIN_ADDRESS.test(text);
    if (!this.spend(isParsed ? UNITS_OF_PARSED_ADDRESS : (UNITS[kind] ?? 1))) return null;
    let first: Target | null = null;
    for (const one of normalise(kind, text)) {
      if ('unreadable' in one) continue;
      this.addTarget(one, isOther);
      first ??= one;
    }
    return first;
  }

  addTarget(target: Target, isOther: boolean): void {
    if (!this.#take(nameOf(target), target, isOther)) this.stop();
  }

  /** @returns how many characters of a text may be read. */
  open(text: string): number {
    const affordable = Math.max(0, this.#left) * CHARACTERS_A_UNIT;
    if (text.length > affordable) this.isIncomplete = true;
    const length = Math.min(text.length, affordable);
    this.spend(length / CHARACTERS_A_UNIT);
    return length;
  }

  /** Whether a piece by this author was not yet read, or only after more decoding than now. */
  isNew(piece: string, depth = 0): boolean {
    if ((this.#seen.get(piece) ?? Number.POSITIVE_INFINITY) <= depth) return false;
    this.#seen.set(piece, depth);
    return true;
  }

  /** @param author of what is read from now on. */
  readAs(author: string): void {
    this.#seen = this.#pieces.get(author) ?? new Map();
    this.#pieces.set(author, this.#seen);
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** @returns false if nothing more may be read. */
  spend(units: number): boolean {
    if (this.#left <= 0) {
      this.isIncomplete = true;
      return false;
    }
    this.#left -= units;
    countWork(units * 100);
    return true;
  }

  stop(): void {
    this.isIncomplete = true;
    this.#left = 0;
  }
}
