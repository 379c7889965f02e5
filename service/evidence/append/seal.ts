/**
 * Gives an artifact its position: salts and commits to its payload, builds its leaf after the previous one, and hashes
 * it. From then on every change of the artifact breaks a hash.
 */
import { leafHash, leafText, payloadCommitment } from '@assize/evidence-format';
import type { ArtifactRow, Head } from '../../database/append-store.ts';
import { type ArtifactDraft, chainId } from '../artifact.ts';

export const SALT_BYTES = 32;

/** @param salt 32 fresh random bytes. @returns the row to store; the chain's new head is its position and hash. */
export function seal(chain: number, head: Head, draft: ArtifactDraft, salt: Uint8Array): ArtifactRow {
  const payload = Buffer.from(draft.payload, 'utf8');
  const commitment = payloadCommitment(salt, payload);
  const leaf = leafText({
    chain: chainId(chain),
    index: head.size,
    id: draft.id,
    artifact_type: draft.artifact_type,
    action: draft.action,
    verdict: draft.verdict,
    actor: draft.actor,
    payload_commitment: commitment,
    created_at_ms: draft.created_at,
    previous_hash: head.hash,
  });
  return {
    chain,
    position: head.size,
    id: draft.id,
    artifact_type: draft.artifact_type,
    action: draft.action,
    verdict: draft.verdict,
    actor: draft.actor,
    payload_commitment: commitment,
    created_at: draft.created_at,
    previous_hash: head.hash,
    hash: leafHash(leaf),
    salt,
    payload,
  };
}
