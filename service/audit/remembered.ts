/**
 * Remembers what equal payloads give. Every byte is compared, so a payload that differs anywhere is read and judged on
 * its own. Memory is bounded by the number of slots.
 */

/** A power of two. */
export const SLOTS = 512;
/** Longer payloads are not remembered. */
export const MAX_BYTES_EACH = 16_384;
const PRINTED_EVERY = 16;

export class Remembered<Given> {
  /** The print of the payload that each slot met last, or remembers. */
  readonly #met = new Int32Array(SLOTS);
  readonly #held = new Map<number, { bytes: Uint8Array; given: Given }>();

  /**
   * A payload is remembered when it comes a second time: to keep each would cost a chain in which none comes again 6 µs
   * an evaluation, because what was read from it would outlive its collection.
   * @param give is called where the bytes are not remembered.
   */
  async of(bytes: Uint8Array, give: () => Promise<Given>): Promise<Given> {
    const print = printOf(bytes);
    const slot = print & (SLOTS - 1);
    const held = this.#held.get(slot);
    if (held !== undefined && Buffer.compare(held.bytes, bytes) === 0) return held.given;
    const given = await give();
    if (this.#met[slot] !== print) this.#met[slot] = print;
    // A copy, since a row's bytes may be a part of a larger buffer.
    else if (bytes.length <= MAX_BYTES_EACH) this.#held.set(slot, { bytes: Uint8Array.from(bytes), given });
    return given;
  }
}

/** Only chooses a slot, and says whether a payload may have come before. */
function printOf(bytes: Uint8Array): number {
  let print = bytes.length;
  for (let at = 0; at < bytes.length; at += PRINTED_EVERY)
    print = Math.imul(print ^ (bytes[at] ?? 0), 0x01000193);
  return print ^ (print >>> 15);
}
