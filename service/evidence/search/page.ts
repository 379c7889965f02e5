/** Fills one page from positions that are handed in newest first: some are skipped, then some taken. */
export class Page {
  readonly positions: number[] = [];
  #skip: number;
  readonly #take: number;

  constructor(skip: number, take: number) {
    this.#skip = skip;
    this.#take = take;
  }

  /** How many positions more, those to skip included, fill it. */
  get missing(): number {
    const wanted = this.#take - this.positions.length;
    return wanted === 0 ? 0 : this.#skip + wanted;
  }

  /** @returns whether so many, of which nothing more need be known, all lie before the page. */
  passOver(count: number): boolean {
    if (this.#skip < count) return false;
    this.#skip -= count;
    return true;
  }

  add(newestFirst: readonly number[]): void {
    const skipped = Math.min(this.#skip, newestFirst.length);
    this.#skip -= skipped;
    this.positions.push(...newestFirst.slice(skipped, skipped + this.#take - this.positions.length));
  }
}
