/**
 * Resolves an approval: the artifact of the resolution commits together with the new state. A resolution on this node
 * wakes the callers that wait for it at once.
 */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { Append, ArtifactDraft } from '../evidence/index.ts';
import { Waits } from '../foundation/waits.ts';
import { causeOfResolution, causeStatement } from '../trust/index.ts';
import type { ApprovalRow, Decision } from './approval.ts';
import { capacityIn } from './asked/standing.ts';
import { approvalResolvedEvent } from './events.ts';

export interface ResolveDeps extends ChangeDeps {
  db: Database;
  approvalWaits: ApprovalWaits;
}

/** Appends the resolution. @returns false where another one came first. */
type AppendResolution = (resolution: Append) => Promise<boolean>;

export interface Resolution {
  resolution: 'approved' | 'rejected' | 'expired';
  /** The actor that resolved it. */
  actor: string;
  /** ms since the epoch. */
  at: number;
  /** All decisions, including the one that resolves. */
  decisions: readonly Decision[];
  /** The decision that resolves, where one does. */
  statements: readonly BoundStatement[];
  /** The id of the artifact. */
  evidenceId: string;
  /** The targets that the decision made known, the session it was made in, and the mandate that it widened. */
  taught?: JsonObject;
  /** The artifact of that widening. */
  also?: ArtifactDraft[];
}

/** Records one of several decisions, so that each has its artifact before the last is made. */
export const DECISION = 'approval.decide';

/** @returns false where the approval is no longer pending or has other decisions than stated; then nothing has changed. */
export async function recordResolution(
  deps: ResolveDeps,
  approval: ApprovalRow,
  { resolution, actor, at, decisions, statements, evidenceId: id, taught, also }: Resolution,
  append: AppendResolution = async (entry) => (await deps.appender.append(entry)).kind === 'appended',
): Promise<boolean> {
  const { chain, approval_id } = approval;
  const resolved = deps.db
    .updateTable('approvals')
    .set({ status: resolution, resolved_at: at, resolution_evidence_id: id })
    .where('chain', '=', chain)
    .where('approval_id', '=', approval_id)
    .where('status', '=', 'pending')
    .where('expires_at', resolution === 'expired' ? '<=' : '>', at);
  const allDecisions = deps.db
    .selectFrom('approval_decisions')
    .select('party')
    .where('chain', '=', chain)
    .where('approval_id', '=', approval_id);
  const isResolved = await append({
    chain,
    artifact: resolutionDraft(approval, { evidenceId: id, resolution, actor, at, decisions, taught }),
    ...(also !== undefined && { also }),
    events: [approvalResolvedEvent(deps.ids, approval, { resolution, evidenceId: id, at })],
    // The first holds the row, so that no decision can be added before the last counts them.
    statements: [
      bound(resolved, 1),
      ...statements,
      bound(allDecisions, decisions.length),
      ...trustIn(deps.db, approval, { resolution, id, at }),
    ],
  });
  if (!isResolved) return false;
  deps.approvalWaits.nudge({ chain, approvalId: approval_id });
  return true;
}

/** A human's decision counts for the trust of the agent that asked. */
function trustIn(
  db: Database,
  { chain, agent_id, requested_by, risk_level, action }: ApprovalRow,
  { resolution, id, at }: Pick<Resolution, 'resolution' | 'at'> & { id: string },
): BoundStatement[] {
  const type = causeOfResolution(resolution);
  const riskLevel = RISK_LEVELS.find((level) => level === risk_level);
  if (type === null || agent_id === null || riskLevel === undefined) return [];
  const cause = { chain, evidenceId: id, agentId: agent_id, type, riskLevel, action, at };
  return [causeStatement(db, { ...cause, party: requested_by ?? '' })];
}

/** The artifact of the resolution. */
export function resolutionDraft(
  approval: Pick<
    ApprovalRow,
    'approval_id' | 'evidence_id' | 'action' | 'required_approvals' | 'corrected_evidence_id'
  >,
  { evidenceId: id, resolution, actor, at, decisions, taught }: Omit<Resolution, 'statements' | 'also'>,
): Append['artifact'] {
  const { approval_id, evidence_id, action, required_approvals, corrected_evidence_id } = approval;
  return {
    id,
    artifact_type: resolution === 'approved' ? 'action_approved' : 'action_rejected',
    action,
    verdict: resolution === 'approved' ? 'proceed' : 'block',
    actor,
    created_at: at,
    payload: canonicalJson({
      approval_id,
      decisions: decisions.map(decisionFields),
      evaluation_id: evidence_id,
      required_approvals,
      resolution,
      ...(corrected_evidence_id !== null && { corrected_evidence_id }),
      ...taught,
    }),
  };
}

/**
 * Returns a decision in the form that evidence and answers show. Only a decision by the party that asked is marked as
 * such.
 */
export function decisionFields(made: Decision) {
  const { party, decision, decided_by, comment, decided_at, by_requester, decided_from } = made;
  const capacity = capacityIn(made);
  const isSound = capacity === null || canonicalJson({ ...capacity }) === made.capacity;
  return {
    party,
    decided_by: decided_by ?? party,
    decision,
    comment,
    decided_at: new Date(decided_at).toISOString(),
    ...(by_requester !== 0 && { by_requester: by_requester === 1 }),
    ...(decided_from !== null && { decided_from }),
    ...(capacity !== null && { capacity: isSound ? { ...capacity } : made.capacity }),
  };
}

interface AwaitedApproval {
  chain: number;
  approvalId: string;
}

export type ApprovalWaits = Waits<AwaitedApproval>;

export function waitsForApprovals(db: Database): ApprovalWaits {
  return new Waits({
    keyOf: ({ chain, approvalId }) => `${chain}:${approvalId}`,
    look: (awaited) => resolvedOf(db, awaited),
  });
}

async function resolvedOf(db: Database, awaited: readonly AwaitedApproval[]): Promise<AwaitedApproval[]> {
  const ids = awaited.map(({ approvalId }) => approvalId);
  const resolved = await db
    .selectFrom('approvals')
    .select(['chain', 'approval_id'])
    .where('chain', 'in', [...new Set(awaited.map(({ chain }) => chain))])
    .where('approval_id', 'in', ids)
    .where('status', '<>', 'pending')
    .execute();
  return resolved.map(({ chain, approval_id }) => ({ chain, approvalId: approval_id }));
}
