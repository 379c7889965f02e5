/**
 * The writes of one evaluation: its evidence, and in the same commit the effects of its verdict. It opens an approval,
 * waits for a pending one, or uses the one it rests on; it reserves its cost; it remembers a refusal; and it writes
 * events. Nothing is stored here.
 */
import type { AgentSightings, Sighting } from '../../agents/index.ts';
import { approvalCreatedEvent, escalationIdOf } from '../../approvals/index.ts';
import {
  type AskingEvaluation,
  consumeStatement,
  openedApproval,
  repeatStatement,
  termsOf,
} from '../../approvals/use/index.ts';
import type { CoveringBudgets, Reservation } from '../../budgets/index.ts';
import type { BoundStatement } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { Append, ArtifactDraft } from '../../evidence/index.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import type { Principal } from '../../keys/index.ts';
import { type MandateNow, useStatements } from '../../mandates/standing/index.ts';
import type { Span } from '../../telemetry/traced.ts';
import type { Environment } from '../../tenants/index.ts';
import type { Judged, RecordedEvaluation } from '../decision/judge.ts';
import { refusable } from '../facts/recent-refusals.ts';
import { LAWS } from '../laws/index.ts';
import type { Verdict } from '../laws/law.ts';
import type { Question } from '../question/question.ts';
import { actorOf, type EvaluationRequest } from '../question/request.ts';
import { evaluationRecordText } from '../record/record.ts';
import { blockedEvent, escalatedEvent } from './events.ts';
import { bundleFor } from './bundle.ts';
import { type Execution, executionOf, withMore } from './execution.ts';
import { heldActionOf } from './held-action.ts';
import { sightingOf } from './sighting.ts';

/** The effects in the same commit where the verdict is proceed. */
export type OnProceed = (evaluation: {
  evidenceId: string;
  at: number;
}) => Pick<Execution, 'also' | 'statements'>;

/** One call of `evaluate`. */
export interface EvaluationCall {
  principal: Principal;
  request: EvaluationRequest;
  /** The request in its canonical form. */
  text: string;
  idempotencyKey: string | undefined;
  execute: boolean;
  onProceed: OnProceed | undefined;
  /** undefined where it is not traced. */
  span: Span | undefined;
  /** Where the verdict is escalate. */
  bundleSecret?: Uint8Array;
  /** The earlier answer under this key, once an attempt has found that it may not be repeated. */
  remembered?: RecordedEvaluation;
}

export interface DraftDeps extends EffectsDeps {
  sightings: AgentSightings;
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
}

export interface Draft {
  artifact: ArtifactDraft;
  recorded: RecordedEvaluation;
  effects: Omit<Effects, 'escalationId' | 'reservation'>;
  reservation: Reservation | undefined;
  /** null where no agent is named. */
  sighting: Sighting | null;
}

/** @throws {Failure} `allowance_exceeded` where it is to be executed, and the tier has no such calls. */
export function draftOf(deps: DraftDeps, call: EvaluationCall, judged: Judged): Draft {
  const { principal, request, text, execute, onProceed } = call;
  const { gathered, evaluation, decision, quota } = judged;
  const { at, active, question, budgets } = gathered;
  const { verdict, action } = evaluation;
  const { chain, party } = principal;
  const evidenceId = deps.ids.ordered('ev', at);
  const actor = actorOf(request, party);
  const approvals = active.settings.approvals ?? deps.approvalSettings;
  const mandate = gathered.act?.mandate ?? null;
  const { environment } = principal;
  const evaluated = {
    chain,
    environment,
    evidenceId,
    at,
    verdict,
    actor,
    party,
    approvals,
    budgets,
    mandate,
    bundle: bundleFor(judged, call),
  };
  const { escalationId, reservation, ...effects } = effectsOf(deps, question, evaluated);
  const execution = execute ? executionOf(deps, principal, quota, request, evaluated) : undefined;
  const recorded: RecordedEvaluation = { ...evaluation, evidenceId };
  if (escalationId !== undefined) recorded.escalationId = escalationId;
  if (execution !== undefined) recorded.executionEvidenceId = execution.executionEvidenceId;
  const payload = evaluationRecordText(text, decision, {
    facts: question.facts,
    settingsVersion: active.settings.laws.version,
    policiesVersion: active.policies?.version,
    party,
    escalationId,
    approval: effects.approval && termsOf(effects.approval),
  });
  const drafted = { id: evidenceId, action, verdict, actor };
  const proceeding = verdict === 'proceed' ? onProceed?.(evaluated) : undefined;
  const sighting = sightingOf(request, question, evaluated);
  const statements = sighting === null ? [] : deps.sightings.firstSeen(sighting);
  return {
    artifact: { ...drafted, artifact_type: 'governance_eval', created_at: at, payload },
    recorded,
    effects: withMore(withMore(withMore(effects, execution), proceeding), { also: [], statements }),
    reservation,
    sighting,
  };
}

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

const NONE: Effects = {};

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

function effectsOfProceed({ db }: EffectsDeps, question: Question, evaluated: Evaluated): Effects {
  const { request, facts, costMicroUsd: cost } = question;
  const { approval_id: named } = request.context;
  const isUsed = named !== undefined && facts.approval === 'approved';
  const statements = [
    ...(isUsed ? [consumeStatement(db, evaluated, named)] : []),
    ...usesOfMandate(db, question, evaluated),
  ];
  const used = statements.length === 0 ? NONE : { statements };
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
