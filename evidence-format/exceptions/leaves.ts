/** The leaves in the file of a report: each is read, and proven to be in the signed tree. */
import { fromHex } from '#platform';
import { decodeBase64 } from '../canonical/base64.ts';
import { parseJson } from '../canonical/parse.ts';
import { leafHash, payloadCommitment, SALT_BYTES, type WrittenLeaf, writtenLeafText } from '../chain/leaf.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import { formatHash } from '../platform/sha256.ts';
import { isHash, isTreeSize, verifyInclusion } from '../tree/merkle.ts';
import type { ListedRecord, ProvenRecord } from './report-file.ts';

/** Null unless the text is, byte for byte, that of a leaf. */
export function readLeaf(text: string): WrittenLeaf | null {
  try {
    const leaf = parseJson(text) as unknown as WrittenLeaf;
    return isTreeSize(leaf.index) && writtenLeafText(leaf) === text ? leaf : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Whether the leaf commits to this payload with this salt, in hex. */
export function commits(leaf: WrittenLeaf, salt: string, payload: string): boolean {
  if (!new RegExp(`^[0-9a-f]{${2 * SALT_BYTES}}$`).test(salt)) return false;
  return formatHash(payloadCommitment(fromHex(salt), payload)) === leaf.payload_commitment;
}

/** @param proof base64 hashes. @returns null where one is not a hash. */
export function hashesIn(proof: readonly string[]): Uint8Array[] | null {
  const hashes = proof.map(decodeBase64).filter(isHash);
  return hashes.length === proof.length ? hashes : null;
}

/** @param proof base64 hashes. */
export function isInTree(index: number, leaf: string, proof: readonly string[], tree: Checkpoint): boolean {
  const hashes = hashesIn(proof);
  if (hashes === null || index >= tree.size) return false;
  return verifyInclusion({ size: tree.size, index, hashes }, leafHash(leaf), tree.root);
}

export class LeafIndex {
  /** How many leaves were proven. */
  proven = 0;
  readonly #chain: string;
  readonly #leaves = new Map<number, WrittenLeaf>();

  constructor(chain: string) {
    this.#chain = chain;
  }

  /** @param checkpoint null where none could be opened. @returns a sentence where the record is not proven by it. */
  take({ index, leaf: text, proof }: ProvenRecord, checkpoint: Checkpoint | null): string | null {
    const leaf = readLeaf(text);
    if (leaf === null || leaf.index !== index || leaf.chain !== this.#chain) {
      return `The leaf of record ${index} can't be read, or is another one's.`;
    }
    this.#leaves.set(index, leaf);
    if (checkpoint === null) return null;
    if (!isInTree(index, text, proof, checkpoint)) return `Record ${index} is not in the signed tree.`;
    this.proven += 1;
    return null;
  }

  at(index: number | null): WrittenLeaf | undefined {
    return index === null ? undefined : this.#leaves.get(index);
  }

  has(index: number): boolean {
    return this.#leaves.has(index);
  }

  /** A sentence where a record that the report names is not the one at its index. */
  faultOf({ evidence_id: id, index, at }: ListedRecord): string | null {
    if (index === null) return null;
    const leaf = this.#leaves.get(index);
    if (leaf === undefined) return `The file has no proof of record ${index}, which the report names.`;
    if (leaf.id === id && leaf.created_at === at) return null;
    return `The report names record ${index} with another id or time than it has.`;
  }
}
