/**
 * Reads one artifact of an exported file, and checks all of it that it is enough to see itself for: whether its fields
 * give its hash, and salt and payload the commitment in its leaf.
 */

import { fromHex, toHex } from '#platform';
import { canonicalJson } from '../canonical/canonical.ts';
import { decodeUtf8, type MemberPlace } from '../canonical/json-members.ts';
import type { RawValue } from '../canonical/json-stream.ts';
import { parseJson } from '../canonical/scan.ts';
import { SALT_BYTES, type WrittenLeaf, writtenLeafText } from '../chain/leaf.ts';
import { sha256Text } from '../platform/sha256.ts';
import { isTreeSize } from '../tree/merkle.ts';

export interface ExportedArtifact extends WrittenLeaf {
  hash: string;
  /** 64 hex digits; null if it was removed, with the payload. */
  salt: string | null;
  /** The bytes that stand in the file, only there while the artifact is looked at; null if they were removed. */
  payload: Uint8Array | null;
}

const MEMBERS = [
  ...['index', 'id', 'artifact_type', 'action', 'verdict', 'actor', 'payload_commitment', 'created_at'],
  ...['previous_hash', 'hash', 'salt', 'payload'],
];
const PAYLOAD = new TextEncoder().encode('"payload"');
/** Which only null begins with. */
const LETTER_N = 0x6e;
const BACKSLASH = 0x5c;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/**
 * The artifact; or a sentence on what makes it none. A member that the format doesn't know makes it none too: nothing
 * would vouch for it, and who reads the file would take it for evidence.
 */
export function readArtifact({ bytes, members, from }: RawValue, chain: string): ExportedArtifact | string {
  if (members.length !== MEMBERS.length)
    return `it has ${members.length} members instead of ${MEMBERS.length}`;
  const place = members.find(({ keyStart, keyEnd }) => isPayload(bytes, keyStart - from, keyEnd - from));
  if (place === undefined) return 'it has no payload, not even null';
  const [start, end] = [place.start - from, place.end - from];
  // The payload is hashed as it stands; all but the few that state a removal are never parsed.
  const text = `${decodeUtf8(bytes, 0, start)}null${decodeUtf8(bytes, end, bytes.length)}`;
  // The parser that is careful with escapes in keys is slow, and texts of ours have some in values only.
  const isPlain = members.every((member) => hasPlainKey(bytes, member, from));
  const fields = (isPlain ? JSON.parse(text) : parseJson(text)) as ExportedArtifact;
  const missing = MEMBERS.find((name) => !Object.hasOwn(fields, name));
  if (missing !== undefined) return `it has no ${missing}`;
  fields.chain = chain;
  fields.payload = bytes[start] === LETTER_N ? null : bytes.subarray(start, end);
  return refusalOf(fields) ?? fields;
}

function isPayload(bytes: Uint8Array, keyStart: number, keyEnd: number): boolean {
  if (keyEnd - keyStart !== PAYLOAD.length) return false;
  for (let place = 0; place < PAYLOAD.length; place += 1) {
    if (bytes[keyStart + place] !== PAYLOAD[place]) return false;
  }
  return true;
}

/** Without an escape in the key, or anything in the value that has keys. */
function hasPlainKey(bytes: Uint8Array, { keyStart, keyEnd, start }: MemberPlace, from: number): boolean {
  for (let at = keyStart - from; at < keyEnd - from; at += 1) if (bytes[at] === BACKSLASH) return false;
  const first = bytes[start - from];
  // The payload is not in the text.
  return (first !== 0x7b && first !== 0x5b) || isPayload(bytes, keyStart - from, keyEnd - from);
}

function refusalOf(fields: ExportedArtifact): string | null {
  const { index, id, artifact_type, action, verdict, actor, created_at, salt } = fields;
  if (!isTreeSize(index)) return 'its index is no whole number';
  if (typeof id !== 'string' || typeof artifact_type !== 'string' || typeof actor !== 'string') {
    return 'its id, type or actor is no text';
  }
  if (!isTextOrNull(action) || !isTextOrNull(verdict)) return 'its action or verdict is no text';
  if (typeof created_at !== 'string' || !isTime(created_at)) return 'its time is none';
  if (![fields.payload_commitment, fields.previous_hash, fields.hash].every(isText)) {
    return 'one of its hashes is no text';
  }
  if (!isTextOrNull(salt)) return 'its salt is no text';
  return null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

// Thousands of artifacts are checked in a second, and checking a date is costly.
let lastMinute = '';

function isTime(text: string): boolean {
  if (!TIME.test(text)) return false;
  const minute = text.slice(0, 'yyyy-mm-ddThh:mm'.length);
  if (minute !== lastMinute) {
    const ms = Date.parse(`${minute}:00.000Z`);
    // What is no day of its month comes back as another.
    if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(minute)) return false;
    lastMinute = minute;
  }
  return text.slice(minute.length + 1, minute.length + 3) < '60';
}

/**
 * The leaf hash that the artifact's fields give, as text; null if a field is none that a leaf can hold. Whether the
 * hashes among the fields look like hashes isn't checked, which would be costly: only one artifact gives the text of a
 * leaf, for a text that is no hash would have to bring a second `","previous_hash":"` into it.
 */
export function hashOf(artifact: ExportedArtifact): string | null {
  try {
    return sha256Text(`\u0000${writtenLeafText(artifact)}`);
  } catch (error) {
    // A lone surrogate.
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

export type PayloadState =
  | 'exact'
  | 'canonical'
  | 'withheld'
  | 'payload_without_salt'
  | 'salt_without_payload'
  | 'wrong_commitment';

/**
 * Whether payload and salt are those that the leaf commits to: the bytes as they stand, or, where a program has written
 * the file anew, the canonical form of what they say. That form is one for each value, so the value is unaltered then.
 */
export function payloadState({ salt, payload, payload_commitment }: ExportedArtifact): PayloadState {
  if (payload === null) return salt === null ? 'withheld' : 'salt_without_payload';
  if (salt === null) return 'payload_without_salt';
  const saltBytes = salt.length === 2 * SALT_BYTES ? fromHex(salt) : new Uint8Array();
  // No second form of a salt, with capitals.
  if (toHex(saltBytes) !== salt) return 'wrong_commitment';
  if (commit(saltBytes, payload) === payload_commitment) return 'exact';
  const canonical = canonicalBytes(payload);
  const isSame = canonical !== null && commit(saltBytes, canonical) === payload_commitment;
  return isSame ? 'canonical' : 'wrong_commitment';
}

let scratch = new Uint8Array(64 * 1024);

function commit(salt: Uint8Array, payload: Uint8Array): string {
  const length = salt.length + payload.length;
  if (length > scratch.length) scratch = new Uint8Array(2 * length);
  scratch.set(salt);
  scratch.set(payload, salt.length);
  return sha256Text(scratch.subarray(0, length));
}

function canonicalBytes(payload: Uint8Array): Uint8Array | null {
  try {
    return new TextEncoder().encode(canonicalJson(parseJson(decodeUtf8(payload, 0, payload.length))));
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return null;
  }
}
