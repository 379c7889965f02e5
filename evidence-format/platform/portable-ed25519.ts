/**
 * Verification of Ed25519 signatures (RFC 8032 section 5.1.7) in JavaScript. It compares the encodings of R, without
 * the cofactor, as Node does. It sees no secret, so it may take longer for one input than for another.
 */

import { digestSha512 } from './portable-sha512.ts';

/** A point of the curve in extended homogeneous coordinates (section 5.1.4): x = X/Z, y = Y/Z, x·y = T/Z. */
interface Point {
  X: bigint;
  Y: bigint;
  Z: bigint;
  T: bigint;
}

const P = 2n ** 255n - 19n;
/** The order of the base point. */
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const D = mod(-121_665n * power(121_666n, P - 2n));
const SQRT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);
const NEUTRAL: Point = { X: 0n, Y: 1n, Z: 1n, T: 0n };
const BASE = pointAt(
  15_112_221_349_535_400_772_501_151_409_588_531_511_454_012_693_041_857_206_046_113_283_949_847_762_202n,
  46_316_835_694_926_478_169_428_394_003_475_163_141_307_993_866_256_225_615_783_033_603_165_251_855_960n,
);

/** Whether it is the signature of this key: a key of 32 bytes, a signature of 64. What is no point is a no. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const R = signature.subarray(0, 32);
  const s = toInteger(signature.subarray(32));
  const A = decode(publicKey);
  // A second S for the same signature would differ by the order.
  if (A === null || s >= L) return false;
  const k = toInteger(digestSha512(R, publicKey, message)) % L;
  const minusA = { ...A, X: P - A.X, T: P - A.T };
  const encoded = encode(sumOfProducts(s, BASE, k, minusA));
  return encoded.every((byte, place) => byte === R[place]);
}

/** one · P + other · Q, both at once, bit by bit from the highest. */
function sumOfProducts(one: bigint, p: Point, other: bigint, q: Point): Point {
  const both = add(p, q);
  let sum = NEUTRAL;
  for (let bit = 252n; bit >= 0n; bit -= 1n) {
    sum = add(sum, sum);
    const [inOne, inOther] = [(one >> bit) & 1n, (other >> bit) & 1n];
    if (inOne === 1n) sum = add(sum, inOther === 1n ? both : p);
    else if (inOther === 1n) sum = add(sum, q);
  }
  return sum;
}

/** Section 5.1.4; it is complete, so it doubles as well. */
function add(p: Point, q: Point): Point {
  const a = mod((p.Y - p.X) * (q.Y - q.X));
  const b = mod((p.Y + p.X) * (q.Y + q.X));
  const c = mod(2n * D * mod(p.T * q.T));
  const d = mod(2n * p.Z * q.Z);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return { X: mod(e * f), Y: mod(g * h), Z: mod(f * g), T: mod(e * h) };
}

/** Section 5.1.3. Null where there is no such point. */
function decode(bytes: Uint8Array): Point | null {
  const whole = toInteger(bytes);
  const isOdd = whole >> 255n;
  const y = whole & (2n ** 255n - 1n);
  if (y >= P) return null;
  const x = xOf(y);
  if (x === null || (x === 0n && isOdd === 1n)) return null;
  return pointAt((x & 1n) === isOdd ? x : P - x, y);
}

/** A root of (y² − 1) / (d·y² + 1), section 5.1.3 steps 2 and 3. */
function xOf(y: bigint): bigint | null {
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  const v3 = mod(v * v * v);
  const x = mod(u * v3 * power(mod(u * v3 * v3 * v), (P - 5n) / 8n));
  const square = mod(v * x * x);
  if (square === u) return x;
  return square === mod(-u) ? mod(x * SQRT_OF_MINUS_1) : null;
}

/** Section 5.1.2: y, and the lowest bit of x in its highest. */
function encode({ X, Y, Z }: Point): Uint8Array {
  const inverse = power(Z, P - 2n);
  let rest = mod(Y * inverse) | ((mod(X * inverse) & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, () => {
    const byte = Number(rest & 0xffn);
    rest >>= 8n;
    return byte;
  });
}

function pointAt(x: bigint, y: bigint): Point {
  return { X: x, Y: y, Z: 1n, T: mod(x * y) };
}

/** The bytes as a number, the lowest first. */
function toInteger(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}
