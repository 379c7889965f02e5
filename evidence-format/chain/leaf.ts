/**
 * The leaf of an evidence record: the text whose hash is both in the chain and in the Merkle tree. It contains a
 * commitment to the payload instead of the payload, so a payload can be withheld later and every hash still holds.
 */

import { formatHash, HASH_BYTES, sha256, sha256Prefixed } from '../platform/sha256.ts';

/** The fields of a leaf. Hashes are 32 bytes; text is any well-formed string. */
export interface LeafFields {
  chain: string;
  /** The record's position in its chain, from 0: the only order that counts. */
  index: number;
  id: string;
  artifact_type: string;
  /** Null for an artifact without an action. */
  action: string | null;
  /** Null for an artifact without a verdict. */
  verdict: string | null;
  actor: string;
  payload_commitment: Uint8Array;
  /** Milliseconds since 1970-01-01T00:00:00Z, up to the end of the year 9999. */
  created_at_ms: number;
  /** The hash of the previous record, or GENESIS_HASH. */
  previous_hash: Uint8Array;
}

/** The previous hash of a chain's first record: 32 zero bytes. */
export const GENESIS_HASH: Uint8Array = new Uint8Array(HASH_BYTES);

/** The length of the random salt of a payload commitment. */
export const SALT_BYTES = 32;

/**
 * The canonical text (RFC 8785) of the leaf `{v:1, chain, index, id, artifact_type, action, verdict, actor,
 * payload_commitment, created_at, previous_hash}`, with `created_at` as ISO 8601 in UTC with milliseconds and the
 * hashes as `sha256:` and hex. Throws a TypeError on a field that a leaf can't hold.
 */
export function leafText(fields: LeafFields): string {
  return leafTextOf(fields, formatHash(fields.payload_commitment), formatHash(fields.previous_hash));
}

/** The same from hashes in their text form, which the caller must guarantee. */
export function leafTextOf(
  fields: Omit<LeafFields, 'payload_commitment' | 'previous_hash'>,
  payloadCommitment: string,
  previousHash: string,
): string {
  if (!Number.isSafeInteger(fields.index) || fields.index < 0) {
    throw new TypeError(`A leaf's index is an integer from 0, not ${String(fields.index)}`);
  }
  return writeLeaf(fields, isoTime(fields.created_at_ms), payloadCommitment, previousHash);
}

/** A leaf whose time and hashes are already text, as in an export. */
export interface WrittenLeaf
  extends Omit<LeafFields, 'created_at_ms' | 'payload_commitment' | 'previous_hash'> {
  /** ISO 8601 in UTC with milliseconds. */
  created_at: string;
  payload_commitment: string;
  previous_hash: string;
}

/** The same text as `leafText` for the same leaf. Time and hashes are used unchanged: check them first. */
export function writtenLeafText(leaf: WrittenLeaf): string {
  return writeLeaf(leaf, leaf.created_at, leaf.payload_commitment, leaf.previous_hash);
}

/** The members are in the order of RFC 8785 section 3.2.3, which saves sorting and a walk over the object. */
function writeLeaf(
  fields: Pick<LeafFields, 'action' | 'actor' | 'artifact_type' | 'chain' | 'id' | 'index' | 'verdict'>,
  createdAt: string,
  commitment: string,
  previousHash: string,
): string {
  return (
    `{"action":${quoteOrNull(fields.action)}` +
    `,"actor":${quote(fields.actor)}` +
    `,"artifact_type":${quote(fields.artifact_type)}` +
    `,"chain":${quote(fields.chain)}` +
    `,"created_at":"${createdAt}"` +
    `,"id":${quote(fields.id)}` +
    `,"index":${fields.index}` +
    `,"payload_commitment":"${commitment}"` +
    `,"previous_hash":"${previousHash}"` +
    `,"v":1` +
    `,"verdict":${quoteOrNull(fields.verdict)}}`
  );
}

/**
 * The hash of a leaf: SHA-256(0x00 ‖ leaf), RFC 6962 section 2.1, over the text's UTF-8 bytes. Returns 32 bytes. The
 * prefix keeps a leaf from passing as an inner node of the tree, whose prefix is 0x01.
 */
export function leafHash(leafText: string): Uint8Array {
  // U+0000 is the single byte 0x00 in UTF-8.
  return sha256(`\u0000${leafText}`);
}

/**
 * The leaf's commitment to its payload: SHA-256(salt ‖ payload), where a string payload is its UTF-8 bytes. Returns 32
 * bytes. Without the salt, a withheld payload can't be found by guessing. Throws a TypeError on a salt that doesn't
 * have SALT_BYTES bytes and on a lone surrogate.
 */
export function payloadCommitment(salt: Uint8Array, payload: Uint8Array | string): Uint8Array {
  // With other lengths, bytes could move from the salt to the payload under the same commitment.
  if (salt.length !== SALT_BYTES) {
    throw new TypeError(`The salt of a commitment has ${SALT_BYTES} bytes, not ${salt.length}`);
  }
  return typeof payload === 'string' ? sha256Prefixed(salt, payload) : sha256(salt, payload);
}

const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  if (typeof text !== 'string') throw new TypeError(`A leaf holds text here, not ${typeof text}`);
  if (NEEDS_NO_ESCAPE.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("A leaf can't hold a lone surrogate");
  return JSON.stringify(text);
}

function quoteOrNull(text: string | null): string {
  return text === null ? 'null' : quote(text);
}

const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

// Records come in order of time, and the day is by far the costliest part of a leaf to write.
let lastDay = -1;
let lastDayText = '';

function isoTime(ms: number): string {
  if (!Number.isInteger(ms) || ms < 0 || ms > LAST_MS) {
    throw new TypeError(`A leaf's time is in whole milliseconds from 1970 to 9999, not ${String(ms)}`);
  }
  const day = Math.floor(ms / DAY_MS);
  if (day !== lastDay) {
    lastDayText = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    lastDay = day;
  }
  const inDay = ms - day * DAY_MS;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const time = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return `${lastDayText}T${time}.${String(inDay % 1000).padStart(3, '0')}Z`;
}
