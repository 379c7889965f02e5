/**
 * The effects of a verdict, in the commit of its evidence. It opens an approval, waits for a pending one, or uses the
 * one it rests on; it reserves its cost; it remembers a refusal; and it writes events. Nothing is stored here.
 */
import { approvalCreatedEvent, approvalUsedEvent, escalationIdOf } from '../../approvals/index.ts';
import {
  type AskingEvaluation,
  consumeStatement,
  openedApproval,
  repeatStatement,
} from '../../approvals/use/index.ts';
import type { CoveringBudgets, Reservation } from '../../budgets/index.ts';
import type { BoundStatement } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { Append } from '../../evidence/index.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import { type MandateNow, useStatements } from '../../mandates/standing/index.ts';
import type { Environment } from '../../tenants/index.ts';
import { refusable } from '../facts/recent-refusals.ts';
import { LAWS } from '../laws/index.ts';
import type { Verdict } from '../laws/law.ts';
import type { Question } from '../question/question.ts';
import { blockedEvent, escalatedEvent } from './events.ts';
import { heldActionOf } from './held-action.ts';

export interface EffectsDeps {
  db: Database;
  ids: IdSource;
}

/** The evaluation that has the effects. */
export interface Evaluated extends AskingEvaluation {
  verdict: Verdict;
  actor: string;
  party: string;
  environment: Environment;
  approvals: ApprovalSettings;
  /** null where no budget covers the request. */
  budgets: CoveringBudgets | null;
  /** The mandate that the request names; null where it names none, or where that mandate does not exist. */
  mandate: MandateNow | null;
  /** The bundle of the approval that it opens. */
  bundle: string | null;
}

export interface Effects
  extends Pick<Append, 'also' | 'approval' | 'events' | 'refused' | 'reserve' | 'statements'> {
  escalationId?: string;
  /** Reserves the cost in the budgets that cover the request. */
  reservation?: Reservation;
}

export function effectsOf(deps: EffectsDeps, question: Question, evaluated: Evaluated): Effects {
  switch (evaluated.verdict) {
    case 'proceed':
      return effectsOfProceed(deps, question, evaluated);
    case 'escalate':
      return effectsOfEscalate(deps, question, evaluated);
    case 'block':
      return {
        refused: refusedClaim(question, evaluated),
        events: [blockedEvent(deps.ids, question.request, evaluated)],
      };
  }
}

function effectsOfProceed({ db, ids }: EffectsDeps, question: Question, evaluated: Evaluated): Effects {
  const { request, facts, costMicroUsd: cost } = question;
  const { approval_id: named } = request.context;
  const isUsed = named !== undefined && facts.approval === 'approved';
  const statements = [
    ...(isUsed ? [consumeStatement(db, evaluated, named)] : []),
    ...usesOfMandate(db, question, evaluated),
  ];
  const used = {
    ...(statements.length > 0 && { statements }),
    ...(isUsed && { events: [approvalUsedEvent(ids, evaluated, { ...request, approval_id: named })] }),
  };
  if (evaluated.budgets === null || cost === null || cost === 0) return used;
  const reservation = evaluated.budgets.reserve(evaluated.evidenceId, cost, mustRemain(question, cost));
  return { ...used, reserve: reservation.wanted, reservation };
}

/** A mandate that is only observed is not used up, and neither is one that does not hold for this request. */
function usesOfMandate(
  db: Database,
  question: Question,
  { mandate, evidenceId, at }: Evaluated,
): BoundStatement[] {
  const { act, request } = question;
  if (mandate === null || !question.judgesMandate || act?.mandate?.state !== 'open') return [];
  return useStatements(db, mandate, {
    evaluationId: evidenceId,
    action: request.action,
    effects: act.effects,
    costMicroUsd: question.costMicroUsd ?? 0,
    at,
  });
}

/** The remainder that every law needs to pass again; a law that a human has answered needs only the cost. */
function mustRemain(question: Question, cost: number): number {
  const answered = question.approval === 'verified' ? question.facts.answered.laws : [];
  let remaining = cost;
  for (const law of LAWS) {
    if (law.mustRemain === undefined || answered.includes(law.id)) continue;
    remaining = Math.max(remaining, law.mustRemain(question));
  }
  return remaining;
}

function effectsOfEscalate({ db, ids }: EffectsDeps, question: Question, evaluated: Evaluated): Effects {
  const { request, facts, risk: riskLevel } = question;
  const { approval_id: named } = request.context;
  const refused = refusedClaim(question, evaluated);
  if (named !== undefined && facts.approval === 'pending') {
    const escalationId = escalationIdOf(named);
    const statements = [repeatStatement(db, evaluated, named)];
    return {
      escalationId,
      refused,
      statements,
      events: [escalatedEvent(ids, request, evaluated, escalationId)],
    };
  }
  const escalationId = ids.ordered('esc', evaluated.at);
  const held = heldActionOf(question, evaluated.environment);
  const escalation = { ...evaluated, escalationId, riskLevel, request, held };
  const approval = openedApproval(escalation, evaluated.approvals);
  const events = [approvalCreatedEvent(ids, approval), escalatedEvent(ids, request, evaluated, escalationId)];
  return { escalationId, approval, refused, events };
}

/** The part of the claim that counted; nothing where no agent is named. */
function refusedClaim(
  { request, risk, irreversible }: Question,
  { chain, at }: Evaluated,
): Append['refused'] {
  const refused = refusable(chain, request);
  if (refused === null) return undefined;
  const { agentKey: agent_id, actionKey: action } = refused;
  return { chain, agent_id, action, risk_level: risk, is_irreversible: irreversible ? 1 : 0, refused_at: at };
}
