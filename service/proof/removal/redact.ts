/**
 * Removes the content of one artifact: actor and reason become evidence, then payload and salt are deleted. Leaf and
 * hash stay, so every link and proof still verifies. A repetition changes nothing.
 */

import { formatHash, isStatement } from '@assize/evidence-format';
import { findArtifact } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type CarryOutDeps, finishRemovals, removePayloads } from './carry-out.ts';
import { removalOf, type StateDeps, type StatedRemoval, stateRemoval } from './state.ts';

export type RedactDeps = StateDeps & CarryOutDeps;

export interface Redaction {
  id: string;
  /** When its removal was stated, ms since the epoch. */
  redactedAt: number;
  /** The artifact that states it; that of an earlier redaction or pruning, if there was one. */
  evidenceId: string;
  /** Whether nothing of it is left. If not yet, a chore finishes it. */
  payloadRemoved: boolean;
}

/** How long a caller waits for the database to erase deleted rows, ms. */
const PATIENCE_MS = 2000;

/** @throws {Failure} `not_found`; `conflict` for an artifact that itself states a removal or a restore; `unavailable`. */
export async function redact(
  deps: RedactDeps,
  { chain, party }: { chain: number; party: string },
  id: string,
  reason: string,
): Promise<Redaction> {
  const artifact = await findArtifact(deps.db, chain, id);
  if (artifact === null) throw new Failure('not_found', 'There is no such evidence record.');
  if (isStatement(artifact.artifactType, artifact.action)) {
    const why =
      'This record states what was removed from other records, or lost in a restore, and so must stay readable.';
    throw new Failure('conflict', why, { conflict: 'record_must_stay_readable' });
  }
  const { position, hash, payload } = artifact;
  let removal = await removalOf(deps.db, chain, position);
  if (removal === null) {
    // A statement made now would disguise a theft as a redaction.
    if (payload === null) {
      throw new Failure('conflict', 'The payload of this record is gone, and no record states why.', {
        conflict: 'payload_gone',
      });
    }
    await stateRemoval(deps, {
      chain,
      kind: 'redaction',
      first: position,
      end: position + 1,
      actor: party,
      change: { evidence_id: id, index: position, hash: formatHash(hash), reason },
    });
    removal = await removalOf(deps.db, chain, position);
    if (removal === null) throw new Error('a removal that was stated is not there');
  }
  return {
    id,
    redactedAt: removal.stated_at,
    evidenceId: removal.evidence_id,
    payloadRemoved: await finishRemoval(deps, removal),
  };
}

/** The redaction is stated in any case, so a chore does the work that fails here. */
async function finishRemoval(deps: CarryOutDeps, removal: StatedRemoval): Promise<boolean> {
  if (removal.removed_at !== null) return true;
  // Callers don't wait for a pruning.
  if (removal.kind === 'retention') return false;
  try {
    await removePayloads(deps, removal, async () => true);
    return (await finishRemovals(deps, [removal], PATIENCE_MS)) !== null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'unavailable') return false;
    throw error;
  }
}
