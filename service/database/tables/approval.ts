/** The tables of approvals, as the queries see them. */
import type { Generated, Insertable } from 'kysely';

export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled' | 'consumed';

/**
 * One row for each verdict that opened an approval. The request is in the payload of its evaluation, and not copied
 * here.
 */
export interface ApprovalsTable {
  chain: number;
  /** `apr_`, and the digits of its escalation id. */
  approval_id: string;
  /** The evaluation that escalated. */
  evidence_id: string;
  status: ApprovalStatus;
  action: string;
  agent_id: string | null;
  user_id: string | null;
  /** The requesting key; null in rows older than this column. */
  requested_by: string | null;
  /** The effective risk; null in rows older than this column. */
  risk_level: string | null;
  required_approvals: number;
  /** SHA-256 of the request that it is for; empty once that has been removed. */
  binding: Uint8Array;
  /** 1: without the request's description. 2: with it. */
  binding_version: number;
  created_at: number;
  expires_at: number;
  resolved_at: Generated<number | null>;
  resolution_evidence_id: Generated<string | null>;
  consumed_at: Generated<number | null>;
  /** The evaluation that used it. */
  consumed_by: Generated<string | null>;
  /** JSON of the route that asked for it (`AskedRoute`); null: no route, so anyone who may approve is asked. */
  route: Generated<string | null>;
  /** Equal for calls that one person may decide together; null: none other is like it. */
  bundle: Generated<string | null>;
  /** The evaluation of the request as a human corrected it; null: as it was asked. */
  corrected_evidence_id: Generated<string | null>;
  /** The part of governance that it would change, which waits for a second person; null: it is an action of an agent. */
  governs: Generated<string | null>;
}

/** The row that an evaluation opens: pending. */
export type OpenedApproval = Omit<
  Insertable<ApprovalsTable>,
  | 'status'
  | 'resolved_at'
  | 'resolution_evidence_id'
  | 'consumed_at'
  | 'consumed_by'
  | 'corrected_evidence_id'
>;

export interface ApprovalDecisionsTable {
  chain: number;
  approval_id: string;
  /** The authenticated party. */
  party: string;
  decision: 'approved' | 'rejected';
  /** The person that the party named. */
  decided_by: string | null;
  comment: string | null;
  decided_at: number;
  /** 1: the decider was the requester. */
  by_requester: Generated<number>;
  /** JSON of the groups that the decider spoke for, and of the members whom they stood in for; null: no route. */
  capacity: Generated<string | null>;
  /** The channel that carried it; null: a page, or a program. */
  decided_from: Generated<string | null>;
}

/** Evaluations that escalated while the approval they named was pending, and so opened none. */
export interface ApprovalRepeatsTable {
  chain: number;
  evidence_id: string;
  approval_id: string;
}

export interface ApprovalTables {
  approvals: ApprovalsTable;
  approval_decisions: ApprovalDecisionsTable;
  approval_repeats: ApprovalRepeatsTable;
}
