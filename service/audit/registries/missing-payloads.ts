/** The artifacts of a chain that have no payload, one bit for each artifact. */

import { rangesOf, sizeOf } from '../../evidence/reading/index.ts';
import type { CheckContext, Tally } from '../registry.ts';

const POSITIONS_AT_ONCE = 16_384;

/** A set of positions below `end`. */
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

  add(position: number): void {
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

/** Reports payloads without an artifact. A missing payload may be correct, so the caller judges it. */
export async function missingPayloads(tally: Tally, { db, chain, size }: CheckContext): Promise<Positions> {
  const missing = new Positions(size);
  const payloads = (from: number, to: number) =>
    db
      .selectFrom('artifact_payloads')
      .where('chain', '=', chain)
      .where('position', '>=', from)
      .where('position', '<', to);
  for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    const counted = await payloads(from, to)
      .select((each) => each.fn.countAll<number | string>().as('present'))
      .executeTakeFirstOrThrow();
    if (Number(counted.present) === to - from) continue;
    const present = new Set(
      (await payloads(from, to).select('position').execute()).map((row) => row.position),
    );
    for (let position = from; position < to; position += 1) {
      if (present.has(position)) continue;
      tally.checked();
      missing.add(position);
    }
  }
  const beyond = await payloads(size, Number.MAX_SAFE_INTEGER)
    .select('position')
    .orderBy('position')
    .execute();
  const now = await sizeOf(db, chain);
  for (const { position } of beyond.filter((row) => row.position >= now)) {
    tally.checked();
    tally.gap('There is a payload beyond the end of the chain.', position);
  }
  return missing;
}
