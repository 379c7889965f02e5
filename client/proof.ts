/**
 * Checks proofs without the service: that an artifact is in the signed chain, unaltered. Pass the verifier keys that
 * you kept, not those that the service shows today.
 */
import {
  canonicalJson,
  formatHash,
  leafHash,
  parseVerifierKey,
  payloadCommitment,
  verifyProofFile,
} from '@assize/evidence-format';
import type { ArtifactInFull } from './api.ts';
import { AssizeError } from './failures.ts';

/** The proof does not show what it should. */
export class ProofError extends AssizeError {
  override name = 'ProofError';
}

export interface Proven {
  /** The artifact's position in the chain, from 0. */
  index: number;
  /** The origin of the chain. */
  origin: string;
  /** The number of records that the signed checkpoint covers. */
  size: number;
}

/** The fields of the leaf that the artifact shows too. */
const SHOWN = [
  'id',
  'artifact_type',
  'action',
  'verdict',
  'actor',
  'index',
  'payload_commitment',
  'created_at',
  'previous_hash',
] as const;

/**
 * A payload that was redacted, or whose retention has ended, is null: then only the content of the leaf is proven.
 * @param proof as `assize.evidence.proof(id)` gives it (C2SP tlog-proof)
 * @param artifact as `assize.evidence.find(id)` gives it
 * @param verifierKeys in the format of C2SP signed-note, such as `assize/…+…+…`
 * @throws {ProofError} where this artifact is not in the tree of a checkpoint that one of the keys signed
 */
export function checkProof(proof: string, artifact: ArtifactInFull, verifierKeys: readonly string[]): Proven {
  const hash = leafHash(artifact.leaf);
  if (formatHash(hash) !== artifact.hash) throw new ProofError('The hash of the leaf differs.');
  const leaf = JSON.parse(artifact.leaf) as Record<string, unknown>;
  const other = SHOWN.find((name) => leaf[name] !== artifact[name]);
  if (other !== undefined)
    throw new ProofError(`The ${other} of the artifact differs from that of its leaf.`);
  const { payload, salt } = artifact;
  const isRemoved = payload === null && salt === null;
  if (!isRemoved && !commitsTo(artifact.payload_commitment, salt, payload)) {
    throw new ProofError('The leaf commits to another payload.');
  }
  const found = verifyProofFile(proof, hash, verifierKeys.map(parseVerifierKey));
  if (found.fault !== null) throw new ProofError(found.fault.message);
  const { index, checkpoint } = found;
  if (index !== artifact.index) throw new ProofError('The proof is for another position.');
  return { index, origin: checkpoint.origin, size: checkpoint.size };
}

function commitsTo(commitment: string, salt: string | null, payload: object | null): boolean {
  if (payload === null || salt === null) return false;
  const bytes = Uint8Array.from(salt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return formatHash(payloadCommitment(bytes, canonicalJson(payload))) === commitment;
}
