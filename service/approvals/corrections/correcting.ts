/** Makes a correction part of a decision: its artifact and the new binding commit with the decision, or neither does. */
import { canonicalJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { ApprovalDecisionsTable, ApprovalsTable } from '../../database/tables/approval.ts';
import type { ArtifactDraft } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { BINDING_VERSION, type BoundRequest, bindingOf } from '../binding.ts';
import { CORRECTION, type Correction } from './correction.ts';

export interface WantedCorrection extends Pick<Correction, 'changed' | 'answers' | 'reaches'> {
  request: BoundRequest;
}

export interface Correcting {
  /** For the record of the decision. */
  record: { corrected_evidence_id: string };
  statements: BoundStatement[];
  also: ArtifactDraft[];
}

/**
 * @param others the decisions made before this one.
 * @throws {Failure} `conflict` where it was corrected already, or another person approved it as it was asked.
 */
export function correcting(
  { db, ids }: { db: Database; ids: IdSource },
  row: Selectable<ApprovalsTable>,
  others: readonly object[],
  { party, decided_at: at }: Pick<ApprovalDecisionsTable, 'party' | 'decided_at'>,
  { request, changed, answers, reaches }: WantedCorrection,
): Correcting {
  if (row.corrected_evidence_id !== null) throw correctedAlready();
  if (others.length > 0)
    throw Failure.conflict(
      'approval_approved_unchanged',
      'Someone has approved this action as it was asked: approve it unchanged, or reject it.',
    );
  const { chain, approval_id, evidence_id } = row;
  const evidenceId = ids.ordered('ev', at);
  const bind = db
    .updateTable('approvals')
    .set({
      binding: bindingOf(request),
      binding_version: BINDING_VERSION,
      corrected_evidence_id: evidenceId,
    })
    .where('chain', '=', chain)
    .where('approval_id', '=', approval_id)
    .where('corrected_evidence_id', 'is', null);
  const change = { approval_id, evaluation_id: evidence_id, answers, changed, reaches };
  return {
    record: { corrected_evidence_id: evidenceId },
    statements: [bound(bind, 1)],
    also: [
      {
        id: evidenceId,
        artifact_type: 'governance_change',
        action: CORRECTION,
        verdict: null,
        actor: party,
        created_at: at,
        payload: canonicalJson({ action: CORRECTION, by: party, change }),
      },
    ],
  };
}

export function correctedAlready(): Failure {
  return Failure.conflict(
    'approval_corrected_already',
    'Another person has corrected the arguments of this action: approve those, or reject it.',
  );
}
