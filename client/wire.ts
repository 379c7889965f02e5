/** The shapes that go over the wire, under the names that this client uses. */

export type Verdict = 'proceed' | 'escalate' | 'block';

export interface EvaluationRequest {
  action: string;
  description?: string;
  agent_id?: string;
  user_id?: string;
  tenant_id?: string;
  context?: Record<string, unknown>;
}

export interface Remedy {
  law_id: string;
  /** Merge this into the context; null removes a field. */
  change: Record<string, unknown>;
  note: string;
}

export interface LawResult {
  law_id: string;
  law_name: string;
  result: 'pass' | 'warn' | 'fail';
  reason: string;
  details: Record<string, unknown>;
  duration_ms: number;
}

export interface Evaluation {
  verdict: Verdict;
  action: string;
  explanation: string;
  duration_ms: number;
  evaluated_at: string;
  evaluations: LawResult[];
  remedies: Remedy[];
  basis: string[];
  would_be?: { verdict: Verdict; explanation: string };
  evidence_id: string;
  escalation_id?: string;
  approval_id?: string;
}

/** An item of a batch that was refused, as the single call would have been. */
export interface RefusedItem {
  status: number;
  detail: unknown;
}

export interface OutcomeReport {
  action: string;
  context: Record<string, unknown>;
  outcome: 'success' | 'failure';
  executed_at: string;
  agent_id?: string;
  user_id?: string;
  evaluation_id?: string;
  actual_cost_usd?: number;
}

export interface SubmittedOutcome {
  evidence_id: string;
  artifact_type: 'action_executed';
  hash: string;
  previous_hash: string;
  created_at: string;
}

export interface Approval {
  approval_id: string;
  escalation_id: string;
  evidence_id: string;
  status: 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled' | 'consumed';
  action: string;
  reasoning: string;
  decisions: {
    decided_by: string;
    decision: 'approved' | 'rejected';
    comment: string | null;
    decided_at: string;
  }[];
  expires_at: string;
}

export interface ApprovalPage {
  items: Approval[];
  next_cursor: string | null;
  total: number;
}
