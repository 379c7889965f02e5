/**
 * Takes the content out of one artifact: who did it and why becomes evidence, then payload and salt go. Leaf and hash
 * stay, so every link and proof still verifies. Doing it twice changes nothing.
 */

import { formatHash, PERMANENT_ACTIONS } from '@assize/evidence-format';
import { type Artifact, findArtifact } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type CarryOutDeps, finishRemovals, removePayloads } from './carry-out.ts';
import { removalOf, type StateDeps, type StatedRemoval, stateRemoval } from './state.ts';

export type RedactDeps = StateDeps & CarryOutDeps;

export interface Redaction {
  id: string;
  /** When its removal was stated, ms since the epoch. */
  redactedAt: number;
  /** The artifact that states it: of an earlier redaction, or of the pruning that took it, where there was one. */
  evidenceId: string;
  /** Nothing of it is left. Where not yet, a chore sees to it. */
  payloadRemoved: boolean;
}

/** How long a caller waits for the database to part with what was deleted, ms. */
const PATIENCE_MS = 2000;

/** @throws {Failure} `not_found`; `conflict` for an artifact that itself states a removal or a restore; `unavailable`. */
export async function redact(
  deps: RedactDeps,
  { chain, keyId }: { chain: number; keyId: string },
  id: string,
  reason: string,
): Promise<Redaction> {
  const artifact = await findArtifact(deps.db, chain, id);
  if (artifact === null) throw new Failure('not_found', 'There is no such evidence record.');
  if (mustStay(artifact)) {
    const why =
      'This record states what was removed from other records, or lost in a restore, and so must stay readable.';
    throw new Failure('conflict', why);
  }
  const { position, hash, payload } = artifact;
  let removal = await removalOf(deps.db, chain, position);
  if (removal === null) {
    // A statement made now would pass off a theft as a redaction.
    if (payload === null) {
      throw new Failure('conflict', 'The payload of this record is gone, and no record states why.');
    }
    await stateRemoval(deps, {
      chain,
      kind: 'redaction',
      first: position,
      end: position + 1,
      actor: keyId,
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

function mustStay({ artifactType, action }: Artifact): boolean {
  return artifactType === 'governance_change' && PERMANENT_ACTIONS.includes(action);
}

/** The redaction is stated whatever happens here, so what can't be done now is left to the chore. */
async function finishRemoval(deps: CarryOutDeps, removal: StatedRemoval): Promise<boolean> {
  if (removal.removed_at !== null) return true;
  // A pruning is no caller's to wait for.
  if (removal.kind === 'retention') return false;
  try {
    await removePayloads(deps, removal, async () => true);
    return (await finishRemovals(deps, [removal], PATIENCE_MS)) !== null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'unavailable') return false;
    throw error;
  }
}
