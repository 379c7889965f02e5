/** Gives an artifact its position: commits to its salted payload, links its leaf to the previous one, and hashes it. */
import { leafHash, leafText, sha256 } from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import type { ArtifactRow, Head } from '../../database/evidence/append-store.ts';
import type { ArtifactsTable } from '../../database/tables/index.ts';
import type { ArtifactDraft } from '../artifact.ts';

export const SALT_BYTES = 32;

/** @param salt 32 fresh random bytes. @returns the row to store; the chain's new head is its position and hash. */
export function seal(chain: number, head: Head, draft: ArtifactDraft, salt: Uint8Array): ArtifactRow {
  // One buffer for both, which is hashed in place: joining the two for the hash would copy every payload again.
  const sealed = Buffer.allocUnsafe(SALT_BYTES + Buffer.byteLength(draft.payload));
  sealed.set(salt);
  sealed.write(draft.payload, SALT_BYTES);
  const leaf = {
    chain,
    position: head.size,
    id: draft.id,
    artifact_type: draft.artifact_type,
    action: draft.action,
    verdict: draft.verdict,
    actor: draft.actor,
    payload_commitment: sha256(sealed),
    created_at: draft.created_at,
    previous_hash: head.hash,
  };
  return {
    ...leaf,
    hash: leafHash(leafOf(leaf)),
    salt: sealed.subarray(0, SALT_BYTES),
    payload: sealed.subarray(SALT_BYTES),
  };
}

/** The text of the leaf of a stored artifact. */
export function leafOf(row: Omit<ArtifactsTable, 'hash'>): string {
  const { id, artifact_type, action, verdict, actor, payload_commitment, previous_hash } = row;
  return leafText({
    ...{ chain: chainId(row.chain), index: row.position, id, artifact_type, action, verdict, actor },
    ...{ payload_commitment, created_at_ms: row.created_at, previous_hash },
  });
}
