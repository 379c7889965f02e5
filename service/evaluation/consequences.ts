/**
 * What a verdict brings about, beside its evidence and in the same commit: it opens an approval, waits for one that is
 * pending, or uses the one it rests on; a refusal is remembered; and whoever wants to hear of it is told.
 */

import {
  type Asking,
  approvalEvent,
  approvalIdOf,
  consumption,
  escalationIdOf,
  openedApproval,
  repetition,
} from '../approvals/index.ts';
import type { Cover, Reservation } from '../budgets/index.ts';
import type { Database } from '../database/open.ts';
import type { WrittenEvent } from '../database/tables/event.ts';
import { eventOf } from '../events/index.ts';
import type { Append } from '../evidence/index.ts';
import type { IdSource } from '../foundation/ids.ts';
import { microUsdOf, remainingFor } from '../foundation/money.ts';
import { type ApprovalSettings, type LawSettings, lookUp } from '../governance/settings/index.ts';
import type { Facts } from './facts.ts';
import type { LawId, Verdict } from './judgement.ts';
import { effectiveRisk } from './question.ts';
import type { EvaluationRequest } from './request.ts';

export interface ConsequenceDeps {
  db: Database;
  ids: IdSource;
}

export interface Judged extends Asking {
  verdict: Verdict;
  actor: string;
  settings: LawSettings;
  approvals: ApprovalSettings;
  /** The budgets that cover it. */
  cover: Cover | null;
}

export interface Consequences
  extends Pick<Append, 'approval' | 'events' | 'refused' | 'reserve' | 'statements'> {
  escalationId?: string;
  /** Of what it will cost, in the budgets that cover it. */
  reservation?: Reservation;
}

const NONE: Consequences = {};

export function consequencesOf(
  deps: ConsequenceDeps,
  keyId: string,
  request: EvaluationRequest,
  facts: Facts,
  judged: Judged,
): Consequences {
  const { approval_id: named, risk_level } = request.context;
  const { verdict } = judged;
  if (verdict === 'proceed') return consequencesOfProceed(deps, request, facts, judged);
  const refused = refusedOf(request, judged);
  if (verdict === 'block') return { refused, events: [blockedEvent(deps.ids, request, judged)] };
  if (named !== undefined && facts.approval === 'pending') {
    const escalationId = escalationIdOf(named);
    return {
      escalationId,
      refused,
      statements: [repetition(deps.db, judged, named)],
      events: [escalatedEvent(deps.ids, request, judged, escalationId)],
    };
  }
  const escalationId = deps.ids.ordered('esc', judged.at);
  const riskLevel = effectiveRisk(risk_level, lookUp(request.action, judged.settings.catalogue));
  const approval = openedApproval({ ...judged, escalationId, keyId, riskLevel, request }, judged.approvals);
  const events = [approvalEvent(deps.ids, approval), escalatedEvent(deps.ids, request, judged, escalationId)];
  return { escalationId, approval, refused, events };
}

/** What counted of the claim; nothing where nobody says which agent asks. */
function refusedOf(
  { agent_id, action, context }: EvaluationRequest,
  { chain, at, settings }: Judged,
): Append['refused'] {
  if (agent_id === undefined) return undefined;
  const catalogued = lookUp(action, settings.catalogue);
  const irreversible = context.is_irreversible === true || catalogued.is_irreversible;
  return {
    chain,
    agent_id,
    action,
    risk_level: effectiveRisk(context.risk_level, catalogued),
    is_irreversible: irreversible ? 1 : 0,
    refused_at: at,
  };
}

function consequencesOfProceed(
  { db }: ConsequenceDeps,
  request: EvaluationRequest,
  facts: Facts,
  judged: Judged,
): Consequences {
  const { context } = request;
  const uses = context.approval_id !== undefined && facts.approval === 'approved';
  const used = uses ? { statements: [consumption(db, judged, context.approval_id ?? '')] } : NONE;
  const cost = microUsdOf(context.estimated_cost_usd ?? 0);
  if (judged.cover === null || cost === 0) return used;
  const answered = uses && context.has_approval === true ? facts.answered.laws : [];
  const need = remainingNeeded(request, cost, answered, judged);
  const reservation = judged.cover.reserve(judged.evidenceId, cost, need);
  return { ...used, reserve: reservation.wanted, reservation };
}

/** What must remain for the laws that look at it to pass as they did. Where a human has answered one, the cost will do. */
function remainingNeeded(
  { action, context }: EvaluationRequest,
  cost: number,
  answered: readonly LawId[],
  { settings }: Judged,
): number {
  const { warn_share, irreversible_step_share } = settings.budget;
  const irreversible = context.is_irreversible === true || lookUp(action, settings.catalogue).is_irreversible;
  const need = answered.includes('budget_conservation') ? cost : remainingFor(warn_share, cost);
  if (!irreversible || answered.includes('least_action_path')) return need;
  return Math.max(need, remainingFor(irreversible_step_share, cost));
}

function blockedEvent(ids: IdSource, { action }: EvaluationRequest, judged: Judged): WrittenEvent {
  const { chain, at, evidenceId, actor } = judged;
  const data = { evidence_id: evidenceId, action, actor };
  return eventOf(ids, { chain, type: 'evaluation.blocked', data, at });
}

function escalatedEvent(
  ids: IdSource,
  { action }: EvaluationRequest,
  { chain, at, evidenceId, actor }: Judged,
  escalationId: string,
): WrittenEvent {
  const data = {
    evidence_id: evidenceId,
    approval_id: approvalIdOf(escalationId),
    escalation_id: escalationId,
    action,
    actor,
  };
  return eventOf(ids, { chain, type: 'evaluation.escalated', data, at });
}
