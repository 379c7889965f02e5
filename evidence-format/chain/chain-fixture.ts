/** Chains for the tests: sound ones, and tampered ones. */

import { sha256 } from '../platform/sha256.ts';
import { type ChainPosition, chainVerifier, type StoredRecord } from './chain.ts';
import { GENESIS_HASH, leafHash, leafText, payloadCommitment } from './leaf.ts';

export const START: ChainPosition = { chain: 'ch_1', index: 0, previousHash: GENESIS_HASH };

export type Content = Pick<StoredRecord, 'id' | 'action' | 'actor' | 'verdict' | 'created_at_ms'> & {
  salt: Uint8Array;
  payload: Uint8Array | string;
  artifact_type?: string;
};

/** A record that is sound on its own, after any record. */
function seal(content: Content, chain: string, index: number, previousHash: Uint8Array): StoredRecord {
  const fields = {
    artifact_type: 'governance_evaluation',
    ...content,
    chain,
    index,
    payload_commitment: payloadCommitment(content.salt, content.payload),
    previous_hash: previousHash,
  };
  return { ...fields, hash: leafHash(leafText(fields)) };
}

export function chainOf(contents: readonly Content[], chain = START.chain): StoredRecord[] {
  const records: StoredRecord[] = [];
  for (const content of contents) {
    records.push(seal(content, chain, records.length, records.at(-1)?.hash ?? GENESIS_HASH));
  }
  return records;
}

export function content(index: number): Content {
  return {
    id: `ev_${index}`,
    action: 'deploy',
    actor: 'agent-7',
    verdict: 'proceed',
    created_at_ms: 1_767_000_000_000 + index,
    salt: sha256(`salt ${index}`),
    payload: `{"index":${index}}`,
  };
}

export const eight = (chain?: string) => chainOf([0, 1, 2, 3, 4, 5, 6, 7].map(content), chain);

export function verify(records: readonly StoredRecord[], start = START) {
  const verifier = chainVerifier(start);
  const faults = records.map((record) => verifier.next(record)).filter((fault) => fault !== null);
  return { faults, verifier };
}

export function changed(
  at: number,
  change: (record: StoredRecord) => Partial<Record<keyof StoredRecord, unknown>>,
) {
  return eight().map((record, index) =>
    index === at ? ({ ...record, ...change(record) } as StoredRecord) : record,
  );
}

export function flipped(bytes: Uint8Array, at = 0): Uint8Array {
  return bytes.with(at, (bytes[at] ?? 0) ^ 1);
}

/** The chain with record 3 rewritten so that it is sound on its own, and the rest unchanged. */
export function rewritten(change: Partial<Content>): StoredRecord[] {
  return eight().map((record, index) =>
    index === 3 ? seal({ ...content(3), ...change }, record.chain, 3, record.previous_hash) : record,
  );
}
