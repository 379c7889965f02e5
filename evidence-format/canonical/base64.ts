/**
 * Standard Base 64 (RFC 4648 section 4) in its one canonical form: padded, without blanks, and without leftover bits.
 * Two texts never mean the same bytes, so a proof has exactly one file.
 */

/** How many bytes go into one call, because engines limit the number of arguments. */
const BYTES_AT_ONCE = 8192;

export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + BYTES_AT_ONCE));
  }
  return btoa(binary);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The six bits of each letter, by character code. */
const BITS = new Uint8Array(128);
for (let bits = 0; bits < ALPHABET.length; bits += 1) BITS[ALPHABET.charCodeAt(bits)] = bits;

/** The bytes of a text; null if it is not canonical. */
export function decodeBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let written = 0;
  let group = 0;
  // An equals sign counts as zero bits, like A. Bits outside the bytes must be zero too.
  for (let at = 0; at < text.length; at += 4) {
    group =
      (bitsAt(text, at) << 18) |
      (bitsAt(text, at + 1) << 12) |
      (bitsAt(text, at + 2) << 6) |
      bitsAt(text, at + 3);
    bytes[written] = group >> 16;
    bytes[written + 1] = group >> 8;
    bytes[written + 2] = group;
    written += 3;
  }
  return (group & (256 ** padding - 1)) === 0 ? bytes : null;
}

function bitsAt(text: string, at: number): number {
  return BITS[text.charCodeAt(at)] ?? 0;
}
