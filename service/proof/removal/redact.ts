/**
 * Removes the content of one artifact: actor and reason become evidence, then payload and salt are deleted. Leaf and
 * hash stay, so every link and proof still verifies. A repetition changes nothing.
 */

import { formatHash, type RemovalKind } from '@assize/evidence-format';
import { type Artifact, findArtifact } from '../../evidence/reading/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { holdOn, holdsInForce, isHeld } from '../holds/hold.ts';
import { isKept } from '../holds/kept.ts';
import { type CarryOutDeps, finishRemovals, removePayloads } from './carry-out.ts';
import { removalOf, type StateDeps, type StatedRemoval, stateRemoval } from './state.ts';

export type RedactDeps = StateDeps & CarryOutDeps;

/** How long a caller waits for the database to erase deleted rows, ms. */
const PATIENCE_MS = 2000;

/** @throws {Failure} `not_found`; `conflict` if a legal hold keeps it, or it must stay readable; `unavailable`. */
export async function redact(
  deps: RedactDeps,
  { chain, party }: { chain: number; party: string },
  id: string,
  reason: string,
) {
  const artifact = await findArtifact(deps.db, chain, id);
  if (artifact === null) throw new Failure('not_found', 'There is no such evidence record.');
  if (isKept(artifact.artifactType, artifact.action)) {
    const why =
      'This record states what was removed from other records, held or lost in a restore, and so must stay readable.';
    throw new Failure('conflict', why, { conflict: 'record_must_stay_readable' });
  }
  const removal = await stateRedaction(deps, { chain, party, reason }, artifact);
  return {
    id,
    /** When its removal was stated, ms since the epoch. */
    redactedAt: removal.stated_at,
    /** The artifact that states it; that of an earlier redaction or pruning, if there was one. */
    evidenceId: removal.evidence_id,
    /** Whether nothing of it is left. If something is, a chore removes it. */
    payloadRemoved: await finishRemoval(deps, removal),
  };
}

/** @property erasureId the erasure that it is part of. */
export interface WantedRedaction {
  chain: number;
  party: string;
  reason: string;
  erasureId?: string;
}

/** An attempt fails only because of a new hold or another removal. */
const MAX_ATTEMPTS = 5;

/** @returns the statement, or that of an earlier removal if there was one. @throws {Failure} as {@link redact}. */
export function stateRedaction(
  deps: StateDeps,
  { chain, party, reason, erasureId }: WantedRedaction,
  { id, position, hash, payload, ...leaf }: Artifact,
): Promise<StatedRemoval> {
  const { db } = deps;
  return retryOvertaken('the redaction', MAX_ATTEMPTS, async () => {
    const stated = await removalOf(db, chain, position);
    // A payload that a legal hold kept out of an expired range needs a separate statement.
    const wasKept = payload !== null && stated?.kind === 'retention' && stated.removed_at !== null;
    const kinds: readonly RemovalKind[] = wasKept ? ['redaction'] : ['redaction', 'retention'];
    const removal = wasKept ? await removalOf(db, chain, position, kinds) : stated;
    if (removal !== null) return removal;
    // A statement made now would disguise a theft as a redaction.
    if (payload === null) {
      throw new Failure('conflict', 'The payload of this record is gone, and no record states why.', {
        conflict: 'payload_gone',
      });
    }
    const holds = await holdsInForce(db, chain);
    const { artifactType: artifact_type, createdAt: created_at, action, actor } = leaf;
    const hold = holdOn(holds, { id, artifact_type, created_at, action, actor });
    if (hold !== null) throw isHeld(hold.id);
    await stateRemoval(deps, holds, {
      chain,
      kind: 'redaction',
      first: position,
      end: position + 1,
      actor: party,
      change: {
        evidence_id: id,
        index: position,
        hash: formatHash(hash),
        reason,
        ...(erasureId === undefined ? {} : { erasure_id: erasureId }),
      },
      needlessBy: kinds,
    });
    return (await removalOf(db, chain, position, kinds)) ?? undefined;
  });
}

/** The redaction is stated in any case, so a chore does the work that fails here. */
async function finishRemoval(deps: CarryOutDeps, removal: StatedRemoval): Promise<boolean> {
  if (removal.removed_at !== null) return true;
  // Callers don't wait for a pruning.
  if (removal.kind === 'retention') return false;
  try {
    if (!(await removePayloads(deps, removal, async () => true))) return false;
    return (await finishRemovals(deps, [removal], PATIENCE_MS)) !== null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'unavailable') return false;
    throw error;
  }
}
