/**
 * Whether a program that keeps numbers as doubles reads a number exactly as written (I-JSON, RFC 7493 section 2.2, and
 * the canonical form, RFC 8785 section 3.2.2.3). Assize judges and records doubles, so an integer that a double only
 * approximates would not be the number that its writer meant.
 */

/** `-`, the digits before and after the point, and the exponent, of a JSON number (RFC 8259 section 6). */
const NUMBER = /^-?([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * True for a fraction, which is read as the nearest double; for an integer up to 2^53 - 1 on either side of zero; and,
 * beyond that, for an integer that is written with an exponent and that a double holds exactly. A larger integer in
 * plain digits is refused: its neighbours are read as the same double, and its sender may already have rounded it.
 *
 * @param text a JSON number or something similar; everything else gives false.
 */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  const written = NUMBER.exec(text);
  if (written === null || !Number.isFinite(value)) return false;
  // In this range no integer is rounded, and none is rounded into it.
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  const [, whole = '', fraction = '', exponent] = written;
  const digits = withoutLastZeros(`${whole}${fraction}`);
  const power = Number(exponent ?? 0) + whole.length - digits.length;
  if (power < 0) return true;
  // At most 309 digits, since the value is finite.
  return exponent !== undefined && BigInt(digits) * 10n ** BigInt(power) === BigInt(Math.abs(value));
}

/** Not a regular expression, because that would scan a long run of zeros again and again if another digit follows. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
