/**
 * Records a human's decision. An approval resolves when enough people have approved, or the first one rejects. A late
 * or different decision is refused with the approval's state; the same decision again changes nothing.
 */
import { canonicalJson } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import type { Append } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { actTermsOf } from '../governance/settings/terms/index.ts';
import type { Identity, Principal } from '../keys/index.ts';
import { addDecision, insertion, sessionField } from './add-decision.ts';
import {
  type Approval,
  type ApprovalRow,
  type Decision,
  decisionsOn,
  findApproval,
  findRow,
  noSuchApproval,
} from './approval.ts';
import { requireRight } from './asked/refusals.ts';
import { type StandingDeps, type Standings, standingsOf } from './asked/standing.ts';
import { bindingOf, isSameBinding } from './binding.ts';
import { correctedAlready, correcting, type WantedCorrection } from './corrections/index.ts';
import { expire } from './expire.ts';
import { type ForTaskDeps, wasForTask, widening } from './for-task.ts';
import type { CarriesOut } from './governing/index.ts';
import { type ResolveDeps, recordResolution } from './resolution.ts';
import { type TeachDeps, taughtBy } from './teach.ts';

export interface DecideDeps extends ResolveDeps, TeachDeps, ForTaskDeps, StandingDeps {
  secondPerson: CarriesOut;
}

export interface WantedDecision {
  decision: 'approved' | 'rejected';
  comment?: string;
  /** The person on whose behalf the key decides: recorded, but not a party. */
  decidedBy?: string;
  /** For the whole task: an approval widens the mandate too. */
  forTask?: boolean;
  /** The arguments as the decider corrected them: the approval is for those. */
  correction?: WantedCorrection;
  /** The record of the correction that the decider has seen, null for none; by default they have seen any. */
  seenCorrection?: string | null;
  /** The session that a member decides in: recorded, so that it can be compared with their sign-ins. */
  sessionId?: string;
  /** The kind of channel that carried the decision: recorded. */
  from?: string;
  /** When they decided, ms since the epoch: the same for all that are decided together. By default now. */
  at?: number;
}

/** `scopes` of a credential; a member who decides by a message has none. */
type Deciding = Pick<Principal, 'chain' | 'party' | 'identity'> & Partial<Pick<Principal, 'scopes'>>;

/** An attempt fails only because of another decision, and there are few of these. */
const MAX_ATTEMPTS = 20;

/** @throws {Failure} `not_found`; `forbidden` to agents, and by separation of duties; `conflict`; `unavailable`. */
export function decideApproval(
  deps: DecideDeps,
  { chain, party, identity, scopes }: Deciding,
  approvalId: string,
  wanted: WantedDecision,
): Promise<Approval> {
  return retryOvertaken(approvalId, MAX_ATTEMPTS, async () => {
    refuseAgents(identity);
    const row = await findRow(deps.db, chain, approvalId);
    if (row === undefined) throw noSuchApproval();
    const { seenCorrection = row.corrected_evidence_id } = wanted;
    if (seenCorrection !== row.corrected_evidence_id) throw correctedAlready();
    const others = (await decisionsOn(deps.db, chain, [row])).get(approvalId) ?? [];
    const stated = { party, decided_by: wanted.decidedBy ?? null };
    const decisions = new Map([[approvalId, others]]);
    const said = { decidedBy: stated.decided_by, at: wanted.at };
    const standings = await standingsOf(
      deps,
      { chain, party, ...(scopes && { scopes }) },
      [row],
      decisions,
      said,
    );
    const { mine, asked, right } = standings.of(row);
    const decision: Decision = {
      ...stated,
      decision: wanted.decision,
      comment: wanted.comment ?? null,
      decided_at: standings.people.at,
      by_requester: Number(asked),
      capacity: right.capacity === null ? null : canonicalJson({ ...right.capacity }),
      decided_from: wanted.from ?? null,
    };
    const { sessionId, forTask = false, correction } = wanted;
    const taking = { decision, mine, sessionId, forTask, correction, standings };
    const isDone =
      (mine?.decision === wanted.decision && (await wasSo(deps.db, row, wanted))) ||
      (await takeDecision(deps, row, others, taking));
    return isDone ? findApproval(deps.db, chain, approvalId) : undefined;
  });
}

/** Whether the approval is as this decision would leave it: for the task, and with these corrections, where it has any. */
async function wasSo(
  db: Database,
  row: ApprovalRow,
  { forTask = false, correction }: WantedDecision,
): Promise<boolean> {
  if (correction !== undefined && !isSameBinding(row.binding, bindingOf(correction.request))) return false;
  return !forTask || wasForTask(db, row);
}

/** @throws {Failure} `forbidden` */
export function refuseAgents(identity: Identity | null): void {
  const agentId = identity?.agentId ?? null;
  if (agentId === null) return;
  throw new Failure('forbidden', `A person decides, and this credential is of the agent ${agentId}.`);
}

interface Taking {
  decision: Decision;
  /** An earlier decision of this party. */
  mine: Decision | undefined;
  sessionId: string | undefined;
  forTask: boolean;
  correction: WantedCorrection | undefined;
  standings: Standings;
}

/** @returns false where another decision came first; then the caller reads again. */
async function takeDecision(
  deps: DecideDeps,
  row: ApprovalRow,
  others: readonly Decision[],
  { decision, mine, sessionId, forTask, correction, standings }: Taking,
): Promise<boolean> {
  const isApart = standings.keepsDutiesApart && row.governs === null;
  if (decision.by_requester !== 0 && isApart) throw sameParty();
  if (row.status !== 'pending')
    throw Failure.conflict('approval_not_pending', `The approval is ${row.status}.`);
  if (row.expires_at <= decision.decided_at) {
    await expire(deps, row, decision.decided_at);
    return false;
  }
  if (mine !== undefined) {
    const who = mine.party === decision.party ? 'this key' : 'another key or session of the same person';
    throw Failure.conflict(
      'approval_decided_already',
      `The approval is pending, and ${who} has already approved it.`,
    );
  }
  const { right } = standings.of(row);
  requireRight(row, decision.decision, right, standings.people);
  const corrected =
    correction === undefined ? undefined : correcting(deps, row, others, decision, correction);
  const widened = forTask ? await widening(deps, row, decision) : null;
  if (decision.decision === 'approved' && !right.isLast) {
    return addDecision(deps, row, others.length, { decision, sessionId, corrected });
  }
  const evidenceId = deps.ids.ordered('ev', decision.decided_at);
  const { memoryDays } = actTermsOf((await deps.governance.of(row.chain)).settings.laws.settings);
  const taught = await taughtBy(deps, row, { decision, correction, evidenceId }, memoryDays);
  const decisions = [...others, decision];
  const resolution = {
    evidenceId,
    resolution: decision.decision,
    actor: decision.party,
    at: decision.decided_at,
    decisions,
    statements: [
      insertion(deps, row, decision),
      ...(corrected?.statements ?? []),
      ...taught.statements,
      ...(widened?.statements ?? []),
    ],
    taught: {
      ...taught.record,
      ...sessionField(sessionId),
      ...corrected?.record,
      ...widened?.record,
    },
    also: [...(corrected?.also ?? []), ...(widened?.also ?? [])],
  };
  const isResolved = await recordResolution(deps, row, resolution, carrying(deps, row, decisions));
  if (taught.statements.length > 0) deps.governance.drop(row.chain);
  if (widened !== null) deps.mandates.drop(row.chain, widened.mandateId);
  return isResolved;
}

/** An approved change of governance is carried out in the commit of its approval. */
function carrying({ secondPerson }: DecideDeps, row: ApprovalRow, decisions: readonly Decision[]) {
  if (row.governs === null || decisions.at(-1)?.decision !== 'approved') return undefined;
  return (entry: Append) => secondPerson.carryOut(row, entry, decisions);
}

function sameParty(): Failure {
  return new Failure(
    'forbidden',
    'Separation of duties: the party that asked for this action may not decide on it.',
  );
}
