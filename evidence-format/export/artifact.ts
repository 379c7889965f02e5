/**
 * Reads one artifact of an exported file, and checks everything that needs only the artifact: whether its fields give
 * its hash, and whether salt and payload give the commitment in its leaf.
 */

import { fromHex, toHex } from '#platform';
import { canonicalJson } from '../canonical/canonical.ts';
import { decodeUtf8, type MemberPlace } from '../canonical/json-members.ts';
import type { RawValue } from '../canonical/json-stream.ts';
import { parseJson } from '../canonical/parse.ts';
import { SALT_BYTES, type WrittenLeaf, writtenLeafText } from '../chain/leaf.ts';
import { sha256Text } from '../platform/sha256.ts';
import { isTreeSize } from '../tree/merkle.ts';

export interface ExportedArtifact extends WrittenLeaf {
  hash: string;
  /** 64 hex digits; null if it was removed together with the payload. */
  salt: string | null;
  /** The bytes in the file, only valid while the artifact is being checked; null if they were removed. */
  payload: Uint8Array | null;
}

const MEMBERS = [
  ...['index', 'id', 'artifact_type', 'action', 'verdict', 'actor', 'payload_commitment', 'created_at'],
  ...['previous_hash', 'hash', 'salt', 'payload'],
];
const PAYLOAD = new TextEncoder().encode('"payload"');
/** Only `null` begins with this. */
const LETTER_N = 0x6e;
const BACKSLASH = 0x5c;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/**
 * The artifact, or a sentence on why it isn't one. An unknown member also makes it invalid: nothing would vouch for it,
 * and a reader of the file would take it for evidence.
 */
export function readArtifact({ bytes, members, from }: RawValue, chain: string): ExportedArtifact | string {
  if (members.length !== MEMBERS.length)
    return `it has ${members.length} members instead of ${MEMBERS.length}`;
  const place = members.find(({ keyStart, keyEnd }) => isPayload(bytes, keyStart - from, keyEnd - from));
  if (place === undefined) return 'it has no payload, not even null';
  const [start, end] = [place.start - from, place.end - from];
  // The payload is hashed unchanged, and never parsed except for the few that state a removal.
  const text = `${decodeUtf8(bytes, 0, start)}null${decodeUtf8(bytes, end, bytes.length)}`;
  // The parser that is careful with escapes in keys is slow, and our own texts have escapes only in values.
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

/** Whether the key has no escape, and the value nothing that has keys. */
function hasPlainKey(bytes: Uint8Array, { keyStart, keyEnd, start }: MemberPlace, from: number): boolean {
  for (let at = keyStart - from; at < keyEnd - from; at += 1) if (bytes[at] === BACKSLASH) return false;
  const first = bytes[start - from];
  // The payload doesn't matter, because it is not in the text.
  return (first !== 0x7b && first !== 0x5b) || isPayload(bytes, keyStart - from, keyEnd - from);
}

function refusalOf(fields: ExportedArtifact): string | null {
  const { index, id, artifact_type, action, verdict, actor, created_at, salt } = fields;
  if (!isTreeSize(index)) return 'its index is not a whole number';
  if (typeof id !== 'string' || typeof artifact_type !== 'string' || typeof actor !== 'string') {
    return 'its id, type or actor is not text';
  }
  if (!isTextOrNull(action) || !isTextOrNull(verdict)) return 'its action or verdict is not text';
  if (typeof created_at !== 'string' || !isTime(created_at)) return 'its time is not a time';
  if (![fields.payload_commitment, fields.previous_hash, fields.hash].every(isText)) {
    return 'one of its hashes is not text';
  }
  if (!isTextOrNull(salt)) return 'its salt is not text';
  return null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

// Thousands of artifacts are checked per second, and checking a date is costly.
let lastMinute = '';

function isTime(text: string): boolean {
  if (!TIME.test(text)) return false;
  const minute = text.slice(0, 'yyyy-mm-ddThh:mm'.length);
  if (minute !== lastMinute) {
    const ms = Date.parse(`${minute}:00.000Z`);
    // A day that its month doesn't have would come back as another day.
    if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(minute)) return false;
    lastMinute = minute;
  }
  return text.slice(minute.length + 1, minute.length + 3) < '60';
}

/**
 * The leaf hash that the artifact's fields give, as text; null if a leaf can't hold one of them. It doesn't check that
 * the hashes among the fields look like hashes, which would be costly and isn't needed: a text that isn't a hash would
 * have to bring a second `","previous_hash":"` into the leaf, so only one artifact gives the text of a leaf.
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
 * Whether payload and salt are those that the leaf commits to: either the bytes in the file or, if a program has
 * reformatted the file, their canonical form. A value has exactly one canonical form, so the value is unaltered then.
 */
export function payloadState({ salt, payload, payload_commitment }: ExportedArtifact): PayloadState {
  if (payload === null) return salt === null ? 'withheld' : 'salt_without_payload';
  if (salt === null) return 'payload_without_salt';
  const saltBytes = salt.length === 2 * SALT_BYTES ? fromHex(salt) : new Uint8Array();
  // Capital hex digits would be a second form of the same salt.
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
