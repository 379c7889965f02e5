/**
 * Verifies a run of stored records, one after another, from their stored bytes alone: it recomputes every hash, link
 * and commitment. It can't detect that the newest records are gone; for that, compare its final `position` with the
 * chain's head or a signed checkpoint.
 */

import { sameHash } from '../platform/sha256.ts';
import { type LeafFields, leafHash, leafText, payloadCommitment, SALT_BYTES } from './leaf.ts';

/** A stored record. Salt and payload are both null once it was redacted or pruned. */
export interface StoredRecord extends LeafFields {
  hash: Uint8Array;
  salt: Uint8Array | null;
  payload: Uint8Array | string | null;
}

/** A place in a chain: the index of the next record, and the hash that it must name as its previous one. */
export interface ChainPosition {
  chain: string;
  index: number;
  previousHash: Uint8Array;
}

export const CHAIN_PROBLEMS = [
  'malformed_record',
  'wrong_chain',
  'missing_record',
  'out_of_order',
  'broken_link',
  'wrong_hash',
  'payload_without_salt',
  'salt_without_payload',
  'wrong_commitment',
] as const;
export type ChainProblem = (typeof CHAIN_PROBLEMS)[number];

/** A fault and its index in the chain; `message` is one sentence for a reader. */
export interface ChainFault {
  index: number;
  problem: ChainProblem;
  message: string;
}

/** Each verified record counts once in `total` and once in one of the others. */
export interface ChainCounts {
  total: number;
  /** Sound, including the payload. */
  verified: number;
  /** Sound, but without salt and payload: this proves that the record was here, not what it said. */
  withheld: number;
  faulty: number;
}

export interface ChainVerifier {
  /** Verifies the next record. Returns the first thing wrong with it, or null. Never throws because of a record. */
  next(record: StoredRecord): ChainFault | null;
  readonly counts: Readonly<ChainCounts>;
  readonly firstFault: ChainFault | null;
  /** Where verification can continue: one past the last record, and that record's hash. */
  readonly position: ChainPosition;
}

/**
 * A verifier for the records from `start` on, in the order of their index. After a fault it continues from the stored
 * record, so that one altered record isn't held against all later ones.
 */
export function chainVerifier(start: ChainPosition): ChainVerifier {
  const counts: ChainCounts = { total: 0, verified: 0, withheld: 0, faulty: 0 };
  let position = start;
  let firstFault: ChainFault | null = null;

  function next(record: StoredRecord): ChainFault | null {
    const leaf = readLeaf(record);
    const problem = findProblem(record, leaf, position);
    const fault = problem && { ...problem, message: describe(problem, record, leaf, position) };
    counts.total += 1;
    if (fault !== null) counts.faulty += 1;
    else if (record.payload === null) counts.withheld += 1;
    else counts.verified += 1;
    firstFault ??= fault;
    position = follow(record, leaf, position);
    return fault;
  }

  return {
    next,
    get counts() {
      return { ...counts };
    },
    get firstFault() {
      return firstFault;
    },
    get position() {
      return position;
    },
  };
}

interface Leaf {
  /** The hash of the leaf that the record's fields give; null if they don't give a leaf. */
  hash: Uint8Array | null;
  /** Whether that is the stored hash. If not, no field of the record can be believed, its index included. */
  vouched: boolean;
  /** Why the fields don't give a leaf; empty if they do. */
  refusal: string;
}

function readLeaf(record: StoredRecord): Leaf {
  if (!(record.hash instanceof Uint8Array)) return { hash: null, vouched: false, refusal: 'It has no hash' };
  try {
    const hash = leafHash(leafText(record));
    return { hash, vouched: sameHash(hash, record.hash), refusal: '' };
  } catch (error) {
    // A wrong field causes a TypeError; any other error is not the record's fault.
    if (!(error instanceof TypeError)) throw error;
    return { hash: null, vouched: false, refusal: error.message };
  }
}

function findProblem(
  record: StoredRecord,
  leaf: Leaf,
  position: ChainPosition,
): Omit<ChainFault, 'message'> | null {
  const { index } = position;
  if (leaf.hash === null) return { index, problem: 'malformed_record' };
  if (record.chain !== position.chain) return { index, problem: 'wrong_chain' };
  if (record.index !== index) {
    if (!leaf.vouched) return { index, problem: 'wrong_hash' };
    if (record.index > index) return { index, problem: 'missing_record' };
    return { index: record.index, problem: 'out_of_order' };
  }
  if (!sameHash(record.previous_hash, position.previousHash)) return { index, problem: 'broken_link' };
  if (!leaf.vouched) return { index, problem: 'wrong_hash' };
  const problem = findPayloadProblem(record);
  return problem && { index, problem };
}

function findPayloadProblem({ salt, payload, payload_commitment }: StoredRecord): ChainProblem | null {
  if (salt === null) return payload === null ? null : 'payload_without_salt';
  if (payload === null) return 'salt_without_payload';
  // A value that can't be committed to doesn't match any commitment.
  if (!(salt instanceof Uint8Array) || salt.length !== SALT_BYTES) return 'wrong_commitment';
  const isHashable = typeof payload === 'string' ? payload.isWellFormed() : payload instanceof Uint8Array;
  if (!isHashable) return 'wrong_commitment';
  return sameHash(payloadCommitment(salt, payload), payload_commitment) ? null : 'wrong_commitment';
}

/** The position after a record. A record is trusted about its position only if its own hash vouches for it. */
function follow(record: StoredRecord, leaf: Leaf, position: ChainPosition): ChainPosition {
  const { chain, index } = position;
  if (leaf.hash === null || !leaf.vouched) {
    // A copy, because the caller may reuse the record's memory. If there is no hash, it is empty, which no link
    // matches.
    return { chain, index: index + 1, previousHash: Uint8Array.from(record.hash ?? []) };
  }
  // A surplus record from another place or another chain: the one that belongs here may still come.
  if (record.chain !== chain || record.index < index) return position;
  return { chain, index: record.index + 1, previousHash: leaf.hash };
}

function describe(
  { index, problem }: Omit<ChainFault, 'message'>,
  record: StoredRecord,
  leaf: Leaf,
  position: ChainPosition,
): string {
  switch (problem) {
    case 'malformed_record':
      return `Record ${index} can't be read: ${leaf.refusal}.`;
    case 'wrong_chain':
      return `Where record ${index} of chain ${position.chain} belongs stands one of chain ${record.chain}.`;
    case 'missing_record':
      return record.index === index + 1
        ? `Record ${index} is missing.`
        : `Records ${index} to ${record.index - 1} are missing.`;
    case 'out_of_order':
      return `Record ${index} stands where record ${position.index} belongs.`;
    case 'broken_link':
      return `Record ${index} does not name the hash of the record before it.`;
    case 'wrong_hash':
      return `Record ${index} was altered: its fields do not give its stored hash.`;
    case 'payload_without_salt':
      return `Record ${index} has a payload but no salt, so its payload can't be checked.`;
    case 'salt_without_payload':
      return `Record ${index} has a salt but no payload.`;
    case 'wrong_commitment':
      return `Record ${index}: payload or salt was altered, for they do not give the commitment in its leaf.`;
  }
}
