/**
 * Gives an artifact its position: salts and commits to its payload, builds its leaf after the previous one, and hashes
 * it. From then on every change of the artifact breaks a hash.
 */
import { leafHash, leafText, payloadCommitment } from '@assize/evidence-format';
import type { ArtifactRow, Head } from '../../database/append-store.ts';
import { chainId } from '../../database/chain-id.ts';
import type { ArtifactsTable } from '../../database/tables/index.ts';
import type { ArtifactDraft } from '../artifact.ts';

export const SALT_BYTES = 32;

/** @param salt 32 fresh random bytes. @returns the row to store; the chain's new head is its position and hash. */
export function seal(chain: number, head: Head, draft: ArtifactDraft, salt: Uint8Array): ArtifactRow {
  const payload = Buffer.from(draft.payload, 'utf8');
  const leaf = {
    chain,
    position: head.size,
    id: draft.id,
    artifact_type: draft.artifact_type,
    action: draft.action,
    verdict: draft.verdict,
    actor: draft.actor,
    payload_commitment: payloadCommitment(salt, payload),
    created_at: draft.created_at,
    previous_hash: head.hash,
  };
  return { ...leaf, hash: leafHash(leafOf(leaf)), salt, payload };
}

/** The text of the leaf of a stored artifact. */
export function leafOf({ chain, position, created_at, ...fields }: Omit<ArtifactsTable, 'hash'>): string {
  return leafText({ ...fields, chain: chainId(chain), index: position, created_at_ms: created_at });
}
