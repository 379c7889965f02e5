/**
 * Standard Base 64 (RFC 4648 section 4) in its one canonical form: padded, without blanks, and with no bits left over.
 * Two texts never mean the same bytes, so that nobody can make a second file of a proof that says the same.
 */

/** How many bytes go into one call: engines limit how many arguments a function takes. */
const BYTES_AT_ONCE = 8192;

export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + BYTES_AT_ONCE));
  }
  return btoa(binary);
}

/** The bytes of a text; null where it is not canonical. */
export function decodeBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return encodeBase64(bytes) === text ? bytes : null;
}
