/**
 * Opens an approval where the verdict of an evaluation is escalate, and uses the one that the evaluation names. Each
 * is a statement that commits with the evaluation's own artifact, so only one of two that race for an approval wins.
 */

import type { JsonObject } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { ApprovalStatus, OpenedApproval } from '../../database/tables/approval.ts';
import { findArtifacts } from '../../evidence/reading/index.ts';
import type { AskedRoute } from '../../governance/settings/routes/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import { type ApprovalRow, approvalIdOf, findRow } from '../approval.ts';
import { askedOf } from '../asked/route.ts';
import { type HeldAction, termsFor } from '../asked/routing.ts';
import {
  BINDING_VERSION,
  BINDS_DESCRIPTION,
  type BoundRequest,
  bindingOf,
  isSameBinding,
} from '../binding.ts';
import { type CorrectedAnswers, correctionsBy } from '../corrections/index.ts';

/** The evaluation that opens or uses the approval. */
export interface AskingEvaluation {
  chain: number;
  evidenceId: string;
  /** ms since the epoch. */
  at: number;
}

export interface Escalation extends AskingEvaluation {
  escalationId: string;
  party: string;
  /** The effective risk level. */
  riskLevel: string;
  request: BoundRequest;
  held: HeldAction;
  /** null where it can only be decided alone. */
  bundle: string | null;
}

export function openedApproval(
  { chain, evidenceId, at, escalationId, party, riskLevel, request, held, bundle }: Escalation,
  settings: ApprovalSettings,
): OpenedApproval {
  return {
    chain,
    approval_id: approvalIdOf(escalationId),
    evidence_id: evidenceId,
    action: request.action,
    agent_id: request.agent_id ?? null,
    user_id: request.user_id ?? null,
    requested_by: party,
    risk_level: riskLevel,
    binding: bindingOf(request),
    binding_version: BINDING_VERSION,
    created_at: at,
    ...termsFor(held, settings, at),
    bundle,
    governs: null,
  };
}

/** The terms of an approval, recorded by the evaluation that opens it, so that neither can be changed later. */
export interface ApprovalTerms {
  /** ISO 8601. */
  expires_at: string;
  required_approvals: number;
  /** Left out where no route matched. */
  route?: AskedRoute;
}

export function termsOf({
  expires_at,
  required_approvals,
  route = null,
}: Pick<OpenedApproval, keyof ApprovalTerms>): ApprovalTerms {
  const asked = askedOf({ route });
  return {
    expires_at: new Date(expires_at).toISOString(),
    required_approvals,
    ...(asked !== null && { route: asked }),
  };
}

/** `for_corrected_arguments`: a human has corrected the arguments, and these are others. */
export type ApprovalUseState =
  | ApprovalStatus
  | 'unknown'
  | 'bound_to_another_request'
  | 'for_corrected_arguments';

export interface ApprovalForUse {
  state: ApprovalUseState;
  /** The record of the evaluation that opened it, where it is approved. */
  opening: JsonObject | null;
  /** The answers of an approval whose arguments were corrected; null: those that its opening asked for. */
  answers: CorrectedAnswers | null;
}

const NOTHING_KNOWN = { opening: null, answers: null };

/** Reads the state of an approval for this request, and the questions that it put to a human. */
export async function approvalForUse(
  db: Database,
  chain: number,
  approvalId: string,
  request: BoundRequest,
  nowMs: number,
): Promise<ApprovalForUse> {
  const row = await findRow(db, chain, approvalId);
  const state = row === undefined ? 'unknown' : stateOf(row, request, nowMs);
  if (row === undefined || (state !== 'approved' && state !== 'pending')) return { state, ...NOTHING_KNOWN };
  const showsAll = row.binding_version >= BINDS_DESCRIPTION;
  if (state === 'pending' && showsAll) return { state, ...NOTHING_KNOWN };
  const evaluation = (await findArtifacts(db, chain, [row.evidence_id])).get(row.evidence_id);
  const opening = evaluation?.payload ?? null;
  if (!showsAll && !isAsDescribed(request, opening))
    return { state: 'bound_to_another_request', ...NOTHING_KNOWN };
  if (state !== 'approved') return { state, ...NOTHING_KNOWN };
  const { corrected_evidence_id: corrected } = row;
  if (corrected === null) return { state, opening, answers: null };
  const correction = (await correctionsBy(db, chain, [corrected])).get(corrected);
  // Its record was removed while this was read.
  if (correction === undefined) return { state: 'for_corrected_arguments', ...NOTHING_KNOWN };
  return { state, opening, answers: correction.answers };
}

/** An approval that was not used in time has expired. */
function stateOf(row: ApprovalRow, request: BoundRequest, nowMs: number): ApprovalUseState {
  if (row.status !== 'pending' && row.status !== 'approved') return row.status;
  const isBound = isSameBinding(row.binding, bindingOf(request, row.binding_version));
  if (!isBound)
    return row.corrected_evidence_id === null ? 'bound_to_another_request' : 'for_corrected_arguments';
  return row.expires_at <= nowMs ? 'expired' : row.status;
}

/** Fields that an older binding leaves out are compared with the request that the human saw. */
function isAsDescribed({ description }: BoundRequest, opening: JsonObject | null): boolean {
  if (opening === null) return false;
  return (opening.request as JsonObject).description === description;
}

/** Changes one row, but only where the approval still holds. */
export function consumeStatement(
  db: Database,
  { chain, evidenceId, at }: AskingEvaluation,
  approvalId: string,
): BoundStatement {
  const query = db
    .updateTable('approvals')
    .set({ status: 'consumed', consumed_at: at, consumed_by: evidenceId })
    .where('chain', '=', chain)
    .where('approval_id', '=', approvalId)
    .where('status', '=', 'approved')
    .where('expires_at', '>', at);
  return bound(query, 1);
}

/** Records that an evaluation waits for an existing approval: one row, but only where it is still pending. */
export function repeatStatement(
  db: Database,
  { chain, evidenceId, at }: AskingEvaluation,
  approvalId: string,
): BoundStatement {
  const query = db
    .insertInto('approval_repeats')
    .columns(['chain', 'evidence_id', 'approval_id'])
    .expression((from) =>
      from
        .selectFrom('approvals')
        .select(({ val }) => ['chain', val<string>(evidenceId).as('evidence_id'), 'approval_id'])
        .where('chain', '=', chain)
        .where('approval_id', '=', approvalId)
        .where('status', '=', 'pending')
        .where('expires_at', '>', at),
    );
  return bound(query, 1);
}
