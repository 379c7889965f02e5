/** SHA-256 (FIPS 180-4) in JavaScript, for platforms that have it only behind a promise. */

const BLOCK_BYTES = 64;
/** Room for the 0x80 that ends the message, and for its length in bits (section 5.1.1). */
const PADDING_BYTES = 9;

/** Section 4.2.2. */
const K = Int32Array.of(
  ...[0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5],
  ...[0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174],
  ...[0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da],
  ...[0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967],
  ...[0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85],
  ...[0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070],
  ...[0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3],
  ...[0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2],
);

/** Section 5.3.3. */
const INITIAL = Int32Array.of(
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
);

// Nothing is awaited while they are in use, so one of each serves all calls.
const schedule = new Int32Array(64);
const state = new Int32Array(8);
const tail = new Uint8Array(2 * BLOCK_BYTES);

/** The 32 bytes of the hash. */
export function digestSha256(message: Uint8Array): Uint8Array {
  state.set(INITIAL);
  const whole = message.length - (message.length % BLOCK_BYTES);
  for (let at = 0; at < whole; at += BLOCK_BYTES) takeBlock(message, at);
  const rest = message.length - whole;
  const tailBytes = rest + PADDING_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
  tail.fill(0);
  tail.set(message.subarray(whole));
  tail[rest] = 0x80;
  new DataView(tail.buffer).setBigUint64(tailBytes - 8, BigInt(message.length) * 8n);
  for (let at = 0; at < tailBytes; at += BLOCK_BYTES) takeBlock(tail, at);
  const hash = new Uint8Array(4 * state.length);
  const view = new DataView(hash.buffer);
  for (const [place, word] of state.entries()) view.setInt32(4 * place, word);
  return hash;
}

/** Section 6.2.2. */
function takeBlock(bytes: Uint8Array, from: number): void {
  expand(bytes, from);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + sum1 + choice + word(K, t) + word(schedule, t)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + sum0 + majority) | 0;
  }
  add(a, b, c, d, e, f, g, h);
}

function expand(bytes: Uint8Array, from: number): void {
  for (let t = 0; t < 16; t += 1) {
    const at = from + 4 * t;
    schedule[t] =
      (byte(bytes, at) << 24) |
      (byte(bytes, at + 1) << 16) |
      (byte(bytes, at + 2) << 8) |
      byte(bytes, at + 3);
  }
  for (let t = 16; t < 64; t += 1) {
    const [old, recent] = [word(schedule, t - 15), word(schedule, t - 2)];
    const sigma0 = rotate(old, 7) ^ rotate(old, 18) ^ (old >>> 3);
    const sigma1 = rotate(recent, 17) ^ rotate(recent, 19) ^ (recent >>> 10);
    schedule[t] = word(schedule, t - 16) + sigma0 + word(schedule, t - 7) + sigma1;
  }
}

function add(...words: number[]): void {
  for (let place = 0; place < state.length; place += 1) {
    state[place] = word(state, place) + (words[place] ?? 0);
  }
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function word(words: Int32Array, place: number): number {
  return words[place] as number;
}

function byte(bytes: Uint8Array, place: number): number {
  return bytes[place] as number;
}
