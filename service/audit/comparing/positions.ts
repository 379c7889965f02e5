/** A set of positions below `end`, one bit for each. */
export class Positions {
  readonly end: number;
  readonly #bits: Uint8Array;

  constructor(end: number) {
    this.end = end;
    this.#bits = new Uint8Array(Math.ceil(end / 8));
  }

  has(position: number): boolean {
    return ((this.#bits[position >> 3] ?? 0) & (1 << (position & 7))) !== 0;
  }

  /** Those from `end` on are left out. */
  add(position: number): void {
    if (position < this.end)
      this.#bits[position >> 3] = (this.#bits[position >> 3] ?? 0) | (1 << (position & 7));
  }

  /** @param to exclusive. */
  clear(from: number, to: number): void {
    for (let position = from; position < Math.min(to, this.end); position += 1) {
      this.#bits[position >> 3] = (this.#bits[position >> 3] ?? 0) & ~(1 << (position & 7));
    }
  }

  *all(): Generator<number, void> {
    for (const [byte, bits] of this.#bits.entries()) {
      if (bits === 0) continue;
      for (let bit = 0; bit < 8; bit += 1) if ((bits & (1 << bit)) !== 0) yield byte * 8 + bit;
    }
  }
}
