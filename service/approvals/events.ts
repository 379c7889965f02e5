/** The events of an approval: one when it opens, one when it is resolved, and one when it is used. */
import type { OpenedApproval } from '../database/tables/approval.ts';
import type { WrittenEvent } from '../database/tables/event.ts';
import { eventOf } from '../events/index.ts';
import type { IdSource } from '../foundation/ids.ts';
import { type ApprovalRow, escalationIdOf } from './approval.ts';

type Named = Pick<ApprovalRow, 'approval_id' | 'action'> & Partial<Pick<ApprovalRow, 'agent_id' | 'user_id'>>;

export function approvalCreatedEvent(ids: IdSource, approval: OpenedApproval): WrittenEvent {
  const { chain, evidence_id, requested_by = null, risk_level = null, created_at, expires_at } = approval;
  const data = {
    ...nameOf(approval),
    evidence_id,
    requested_by,
    risk_level,
    required_approvals: approval.required_approvals,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  };
  return eventOf(ids, { chain, type: 'approval.created', data, at: created_at });
}

export interface Resolved {
  resolution: 'approved' | 'rejected' | 'expired';
  /** The artifact that records it. */
  evidenceId: string;
  /** ms since the epoch. */
  at: number;
}

export function approvalResolvedEvent(
  ids: IdSource,
  approval: ApprovalRow,
  { resolution, evidenceId, at }: Resolved,
): WrittenEvent {
  const data = {
    ...nameOf(approval),
    resolution,
    evidence_id: evidenceId,
    resolved_at: new Date(at).toISOString(),
  };
  return eventOf(ids, { chain: approval.chain, type: 'approval.resolved', data, at });
}

/** @param using the evaluation that uses it. */
export function approvalUsedEvent(
  ids: IdSource,
  { chain, at, evidenceId }: { chain: number; at: number; evidenceId: string },
  approval: Named,
): WrittenEvent {
  const data = { ...nameOf(approval), evidence_id: evidenceId };
  return eventOf(ids, { chain, type: 'approval.used', data, at });
}

function nameOf({ approval_id, action, agent_id = null, user_id = null }: Named) {
  return { approval_id, escalation_id: escalationIdOf(approval_id), action, agent_id, user_id };
}
