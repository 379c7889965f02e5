/**
 * Opens an approval where the verdict of an evaluation is escalate, and uses the one that the evaluation names. Each
 * is a statement that commits with the evaluation's own artifact, so only one of two that race for an approval wins.
 */

import { hasArguments } from '@assize/act-reading/act';
import { canonicalJson, type JsonObject, sha256 } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { ApprovalStatus, OpenedApproval } from '../../database/tables/approval.ts';
import { findArtifacts } from '../../evidence/reading/index.ts';
import type { AskedRoute } from '../../governance/settings/routes/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import { type ApprovalRow, approvalIdOf, findRow } from '../approval.ts';
import { askedOf } from '../asked/route.ts';
import { type HeldAction, termsFor } from '../asked/routing.ts';

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
}

export function openedApproval(
  { chain, evidenceId, at, escalationId, party, riskLevel, request, held }: Escalation,
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
    bundle: null,
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

export type ApprovalUseState = ApprovalStatus | 'unknown' | 'bound_to_another_request';

export interface ApprovalForUse {
  state: ApprovalUseState;
  /** The record of the evaluation that opened it, where it is approved. */
  opening: JsonObject | null;
}

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
  if (row === undefined || (state !== 'approved' && state !== 'pending')) return { state, opening: null };
  const showsAll = row.binding_version >= BINDS_DESCRIPTION;
  if (state === 'pending' && showsAll) return { state, opening: null };
  const evaluation = (await findArtifacts(db, chain, [row.evidence_id])).get(row.evidence_id);
  const opening = evaluation?.payload ?? null;
  if (!showsAll && !isAsDescribed(request, opening))
    return { state: 'bound_to_another_request', opening: null };
  return { state, opening: state === 'approved' ? opening : null };
}

/** An approval that was not used in time has expired. */
function stateOf(row: ApprovalRow, request: BoundRequest, nowMs: number): ApprovalUseState {
  if (row.status !== 'pending' && row.status !== 'approved') return row.status;
  const isBound = isSameBinding(row.binding, bindingOf(request, row.binding_version));
  if (!isBound) return 'bound_to_another_request';
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

/**
 * The part of a request that an approval is bound to. The fields of the context that name the approval itself are left
 * out; otherwise the approved request could not use its own approval. If the request has the arguments of a tool, the
 * session is left out too, since an approved call often happens in a later session. Without arguments, the action may
 * be about the session itself, so it is bound.
 */
export interface BoundRequest {
  action: string;
  /** The purpose of the action, in words. */
  description?: string;
  context: object;
  agent_id?: string;
  user_id?: string;
}

const OF_THE_APPROVAL: readonly string[] = ['approval_id', 'has_approval'];
const UNBOUND: readonly string[] = [...OF_THE_APPROVAL, 'session_id'];

/** From this version on a binding covers the description, which the approver reads. */
export const BINDS_DESCRIPTION = 2;
/** From this version on a binding leaves out the session, if there are arguments. */
const LEAVES_OUT_SESSION = 3;
/** The version of new bindings. */
export const BINDING_VERSION = 3;

/** 32 bytes: SHA-256 of the canonical JSON (RFC 8785). */
export function bindingOf(
  { action, description, context, agent_id, user_id }: BoundRequest,
  version = BINDING_VERSION,
): Uint8Array {
  const unbound = version >= LEAVES_OUT_SESSION && hasArguments(context) ? UNBOUND : OF_THE_APPROVAL;
  const bound: JsonObject = { action, context: without(context, unbound) };
  if (description !== undefined && version >= BINDS_DESCRIPTION) bound.description = description;
  if (agent_id !== undefined) bound.agent_id = agent_id;
  if (user_id !== undefined) bound.user_id = user_id;
  return sha256(canonicalJson(bound));
}

/** Copies the context only where it must: a context may have so many members that a copy takes 10 ms. */
function without(context: object, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(context, name))) return context as JsonObject;
  const asked = Object.entries(context).filter(([name]) => !names.includes(name));
  return Object.fromEntries(asked);
}

/** Whether two bindings are the same; an empty one never matches. */
export function isSameBinding(one: Uint8Array, other: Uint8Array): boolean {
  return one.length > 0 && Buffer.compare(one, other) === 0;
}
