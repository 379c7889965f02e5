/**
 * Identifiers: a prefix that names the kind, then 24 hex digits. In tables with many rows the digits begin
 * with the time, so that an index grows at its end; an id carries no other meaning.
 */
const POOL_BYTES = 4096;

/** Fills the buffer with bytes from a CSPRNG. */
export type FillRandom = (target: Uint8Array) => void;

const ID = /^([a-z]+)_[0-9a-f]{24}$/;

/**
 * Whether a text has the form of an id of that kind. Other texts must not reach the database: they may
 * contain U+0000.
 */
export function isId(prefix: string, text: string): boolean {
  return ID.exec(text)?.[1] === prefix;
}

export class IdSource {
  readonly #fill: FillRandom;
  readonly #pool = Buffer.alloc(POOL_BYTES);
  #used = POOL_BYTES;

  constructor(fill: FillRandom) {
    this.#fill = fill;
  }

  /** `count` random bytes as hex. At most 4,096 bytes. */
  hex(count: number): string {
    if (this.#used + count > POOL_BYTES) {
      this.#fill(this.#pool);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += count;
    return this.#pool.toString('hex', start, this.#used);
  }

  /** `<prefix>_` + 24 random hex digits, for small tables. */
  random(prefix: string): string {
    return `${prefix}_${this.hex(12)}`;
  }

  /** `<prefix>_` + 12 hex digits of the time in ms + 12 random ones, for large tables. */
  ordered(prefix: string, nowMs: number): string {
    return firstIdAt(prefix, nowMs) + this.hex(6);
  }

  /** A whole number of 48 random bits. */
  number48(): number {
    return Number.parseInt(this.hex(6), 16);
  }
}

/** A lower bound for the ordered ids of that moment and later. @param atMs since the epoch. */
export function firstIdAt(prefix: string, atMs: number): string {
  return `${prefix}_${Math.max(0, atMs).toString(16).padStart(12, '0')}`;
}
