/** Reads the public key of a passkey (COSE_Key, RFC 9052 section 7; WebAuthn level 3, section 6.5.1.1). */

export type PasskeyKey =
  | { kind: 'es256' /** The uncompressed point, 65 bytes. */; point: Uint8Array }
  | { kind: 'eddsa' /** 32 bytes. */; key: Uint8Array };

const KEY_TYPE = 1;
const ALGORITHM = 3;
const CURVE = -1;
const X = -2;
const Y = -3;
const EC2 = 2;
const OKP = 1;
const ES256 = -7;
const EDDSA = -8;
const P256 = 1;
const ED25519 = 6;
const COORDINATE_BYTES = 32;

/** The key, or null where it is not an ES256 key on P-256 or an Ed25519 key. Never throws because of the bytes. */
export function readPasskeyKey(cose: Uint8Array): PasskeyKey | null {
  const members = membersOf(cose);
  if (members === null) return null;
  const [x, y] = [members.get(X), members.get(Y)];
  if (!isCoordinate(x)) return null;
  const is = (type: number, algorithm: number, curve: number) =>
    members.get(KEY_TYPE) === type && members.get(ALGORITHM) === algorithm && members.get(CURVE) === curve;
  if (is(EC2, ES256, P256) && isCoordinate(y)) return { kind: 'es256', point: Uint8Array.of(4, ...x, ...y) };
  return is(OKP, EDDSA, ED25519) ? { kind: 'eddsa', key: x } : null;
}

export function isPasskeyKey(cose: Uint8Array): boolean {
  return readPasskeyKey(cose) !== null;
}

function isCoordinate(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === COORDINATE_BYTES;
}

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const MAP = 5;

/** The members of a map of small integers and byte strings (RFC 8949); null for anything else. */
function membersOf(bytes: Uint8Array): Map<number, number | Uint8Array> | null {
  let at = 0;
  const head = (): { type: number; value: number } | null => {
    const first = bytes[at++];
    if (first === undefined) return null;
    const [type, short] = [first >> 5, first & 31];
    if (short < 24) return { type, value: short };
    // Lengths and labels of keys fit in two bytes.
    const size = short === 24 ? 1 : short === 25 ? 2 : 0;
    if (size === 0 || at + size > bytes.length) return null;
    const value = bytes.subarray(at, at + size).reduce((sum, byte) => sum * 256 + byte, 0);
    at += size;
    return { type, value };
  };
  const item = (): number | Uint8Array | null => {
    const read = head();
    if (read === null) return null;
    if (read.type === UNSIGNED) return read.value;
    if (read.type === NEGATIVE) return -1 - read.value;
    if (read.type !== BYTES || at + read.value > bytes.length) return null;
    at += read.value;
    return bytes.subarray(at - read.value, at);
  };
  const map = head();
  if (map?.type !== MAP) return null;
  const members = new Map<number, number | Uint8Array>();
  for (let count = 0; count < map.value; count += 1) {
    const [label, value] = [item(), item()];
    if (typeof label !== 'number' || value === null || members.has(label)) return null;
    members.set(label, value);
  }
  return at === bytes.length ? members : null;
}
