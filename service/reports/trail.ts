/**
 * The trail of an artifact: what led to it, and what followed, as one line of time. Each step is looked up by an id, so
 * the work is the same in a chain of any length. Where a payload was removed, the ids in it are gone, and the trail ends.
 */
import type { JsonObject } from '@assize/evidence-format';
import { CORRECTION } from '../approvals/corrections/index.ts';
import { approvalOfEvaluation } from '../approvals/finding/index.ts';
import { type ApprovalRow, approvalRows, type Decision, decisionsOn } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import { type Artifact, findArtifact, findArtifacts } from '../evidence/reading/index.ts';
import { Failure } from '../foundation/failure.ts';
import { outcomesOf } from '../outcomes/index.ts';
import { updatesCausedBy } from '../trust/index.ts';

/** In the order in which they follow each other at one moment. */
export const STEP_KINDS = [
  'evaluation',
  'approval',
  'correction',
  'decision',
  'use',
  'outcome',
  'trust',
  'change',
  'check',
] as const;
type StepKind = (typeof STEP_KINDS)[number];

interface TrailStep {
  kind: StepKind;
  /** null where the step has no artifact of its own. */
  evidenceId: string | null;
  /** ms since the epoch. */
  at: number;
  /** The agent, member or key; null where the service did it by itself. */
  who: string | null;
  /** Holds no text of a caller. */
  summary: string;
}

interface Trail {
  steps: TrailStep[];
  approvalId: string | null;
}

/** Decisions beyond these are left out. */
const MAX_DECISIONS = 100;

/**
 * @param showsPayloads whether summaries may say what payloads hold. @throws {Failure} `not_found`, also for an artifact
 * of another chain.
 */
export async function trailOf(
  db: Database,
  chain: number,
  id: string,
  showsPayloads: boolean,
): Promise<Trail> {
  const asked = await findArtifact(db, chain, id);
  if (asked === null) throw new Failure('not_found', 'There is no such evidence record.');
  const { evaluation, approval } = await beginningOf(db, chain, asked);
  const judged = idsOf(evaluation?.id, approval?.evidence_id, approval?.consumed_by);
  const outcomes = [...(await outcomesOf(db, chain, judged)).values()];
  const facts = idsOf(...outcomes, approval?.resolution_evidence_id, id);
  const updates = await updatesCausedBy(db, chain, facts);
  const ids = idsOf(...judged, ...facts, ...updates, approval?.corrected_evidence_id);
  const found = [...(await findArtifacts(db, chain, ids)).values()];
  const steps = found.map((artifact) => stepOf(artifact, approval, showsPayloads));
  const waits = approval === null ? [] : await stepsOfApproval(db, approval, found);
  return { steps: inOrder([...waits, ...steps]), approvalId: approval?.approval_id ?? null };
}

interface Beginning {
  evaluation: Artifact | null;
  approval: ApprovalRow | null;
}

/** Follows an artifact back to its evaluation and the approval that this opened, used or waited for. */
async function beginningOf(db: Database, chain: number, asked: Artifact): Promise<Beginning> {
  const fact = asked.artifactType === 'trust_update' ? await causeOf(db, chain, asked) : asked;
  if (fact === null) return { evaluation: null, approval: null };
  const named = namedIn(fact);
  const evaluation =
    fact.artifactType === 'governance_eval' ? fact : await findArtifact(db, chain, named.evaluation ?? '');
  if (named.approval !== null) {
    const [approval = null] = await approvalRows(db, chain, [named.approval]);
    return { evaluation, approval };
  }
  if (evaluation === null) return { evaluation, approval: null };
  const { id, payload } = evaluation;
  const approval = await approvalOfEvaluation(db, chain, id, textIn(contextOf(payload), 'approval_id'));
  return { evaluation, approval };
}

async function causeOf(db: Database, chain: number, { payload }: Artifact): Promise<Artifact | null> {
  return findArtifact(db, chain, textIn(payload?.cause, 'evidence_id') ?? '');
}

/** The ids of the evaluation and of the approval that a record names. An evaluation's own words are not believed. */
function namedIn({ artifactType, payload }: Artifact): {
  evaluation: string | null;
  approval: string | null;
} {
  if (artifactType === 'governance_eval') return { evaluation: null, approval: null };
  const said = artifactType === 'governance_change' ? payload?.change : payload;
  // Only the service writes the approval of these: a report of an outcome is its caller's.
  const isOfService = artifactType !== 'action_executed';
  return {
    evaluation: textIn(said, 'evaluation_id'),
    approval: isOfService ? textIn(said, 'approval_id') : null,
  };
}

function contextOf(payload: JsonObject | null): unknown {
  return (payload?.request as JsonObject | undefined)?.context;
}

function textIn(said: unknown, field: string): string | null {
  const value = typeof said === 'object' && said !== null ? (said as JsonObject)[field] : null;
  return typeof value === 'string' ? value : null;
}

function idsOf(...ids: (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

function inOrder(steps: readonly TrailStep[]): TrailStep[] {
  const rank = ({ kind }: TrailStep) => STEP_KINDS.indexOf(kind);
  return steps.toSorted((one, other) => one.at - other.at || rank(one) - rank(other));
}

/** The asking itself, and the decisions whose artifacts are not among those found. */
async function stepsOfApproval(
  db: Database,
  approval: ApprovalRow,
  found: readonly Artifact[],
): Promise<TrailStep[]> {
  const { chain, approval_id, evidence_id: evidenceId, created_at: at, required_approvals } = approval;
  const decisions = (await decisionsOn(db, chain, [approval])).get(approval_id) ?? [];
  const isRecorded = ({ party, decided_at }: Decision) =>
    found.some((artifact) => {
      const isOfParty = artifact.actor === party && artifact.createdAt === decided_at;
      return isOfParty && kindOf(artifact, approval) === 'decision';
    });
  const needed = required_approvals === 1 ? 'one approval' : `${required_approvals} approvals`;
  return [
    { kind: 'approval', evidenceId, at, who: null, summary: `Asked for ${needed}.` },
    ...decisions
      .filter((decision) => !isRecorded(decision))
      .slice(0, MAX_DECISIONS)
      .map(({ party, decision, decided_at }) => ({
        kind: 'decision' as const,
        evidenceId: null,
        at: decided_at,
        who: party,
        summary: decision === 'approved' ? 'Approved.' : 'Rejected.',
      })),
  ];
}

function stepOf(artifact: Artifact, approval: ApprovalRow | null, showsPayloads: boolean): TrailStep {
  const { id: evidenceId, createdAt: at, actor } = artifact;
  const isExpiry = evidenceId === approval?.resolution_evidence_id && approval.status === 'expired';
  const kind = kindOf(artifact, approval);
  const summary = isExpiry
    ? 'Expired before it was decided.'
    : summaryOf(kind, artifact, showsPayloads ? artifact.payload : null);
  return { kind, evidenceId, at, who: isExpiry ? null : actor, summary };
}

function kindOf({ id, artifactType, action, payload }: Artifact, approval: ApprovalRow | null): StepKind {
  switch (artifactType) {
    case 'governance_eval':
      return id === approval?.consumed_by ? 'use' : 'evaluation';
    case 'action_approved':
    case 'action_rejected':
      return 'decision';
    case 'action_executed':
      return 'outcome';
    case 'trust_update':
      return 'trust';
    case 'compliance_check':
      return 'check';
    case 'governance_change':
      if (action === CORRECTION) return 'correction';
      return textIn(payload?.change, 'approval_id') === approval?.approval_id ? 'decision' : 'change';
  }
}

const VERDICTS: Record<string, string> = {
  proceed: 'Could proceed.',
  escalate: 'Held for a human.',
  block: 'Blocked.',
};

function summaryOf(kind: StepKind, { verdict, artifactType }: Artifact, payload: JsonObject | null): string {
  switch (kind) {
    case 'evaluation':
      return VERDICTS[verdict ?? ''] ?? 'Judged.';
    case 'use':
      return 'Used the approval.';
    case 'approval':
      return 'Asked for approval.';
    case 'correction':
      return 'Corrected the arguments.';
    case 'decision':
      return decisionSummary(artifactType, payload);
    case 'outcome':
      return outcomeSummary(verdict, payload);
    case 'trust':
      return trustSummary(payload);
    case 'change':
      return 'Changed governance.';
    case 'check':
      return 'Checked compliance.';
  }
}

function decisionSummary(artifactType: string, payload: JsonObject | null): string {
  if (artifactType === 'action_approved') return 'Approved.';
  if (artifactType === 'action_rejected') return 'Rejected.';
  const change = payload?.change as JsonObject | undefined;
  const decision = textIn(change?.decision, 'decision');
  return decision === 'rejected' ? 'Rejected.' : decision === 'approved' ? 'Approved.' : 'Decided.';
}

function outcomeSummary(verdict: string | null, payload: JsonObject | null): string {
  const failed = textIn(payload, 'outcome') === 'failure';
  const succeeded = textIn(payload, 'outcome') === 'success';
  const ended = failed ? 'Carried out, and failed' : succeeded ? 'Carried out' : 'Reported as carried out';
  return verdict === 'block' ? `${ended}, although it was blocked.` : `${ended}.`;
}

function trustSummary(payload: JsonObject | null): string {
  const { before, after } = payload ?? {};
  if (typeof before !== 'number' || typeof after !== 'number') return 'Changed the trust in the agent.';
  if (before === after) return `Left the trust in the agent at ${after}.`;
  return `${after > before ? 'Raised' : 'Lowered'} the trust in the agent from ${before} to ${after}.`;
}
