/** Collects text and bytes of an export for its stream, and writes its times. */

/** The size from which the bytes should be taken. */
const FULL_BYTES = 256 * 1024;
/** Room for what one artifact may add, without growing. */
const FIRST_BYTES = FULL_BYTES + 64 * 1024;
/** The most bytes that a UTF-16 code unit can take. */
const BYTES_OF_A_UNIT = 3;

export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  get isFull(): boolean {
    return this.#length >= FULL_BYTES;
  }

  text(text: string): void {
    this.#reserve(text.length * BYTES_OF_A_UNIT);
    this.#length += this.#buffer.write(text, this.#length, 'utf8');
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Valid until the next word is written. */
  take(): Uint8Array {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#length + count));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** The largest time that is a date, ms. */
const LAST_MS = 8_640_000_000_000_000;

/** ISO 8601 in UTC; empty for an invalid time, which only tampering can have stored. */
export function isoTime(ms: number): string {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : '';
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
