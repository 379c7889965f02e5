/**
 * The draft of one evaluation: its evidence, and in the same commit the effects of its verdict. Nothing is stored here.
 */
import type { AgentSightings, Sighting } from '../../agents/index.ts';
import { termsOf } from '../../approvals/use/index.ts';
import type { Reservation } from '../../budgets/index.ts';
import type { ArtifactDraft } from '../../evidence/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import type { Principal } from '../../keys/index.ts';
import type { Span } from '../../telemetry/traced.ts';
import type { Judged, RecordedEvaluation } from '../decision/judge.ts';
import { actorOf, type EvaluationRequest } from '../question/request.ts';
import { evaluationRecordText } from '../record/record.ts';
import { bundleFor } from './bundle.ts';
import { type Effects, type EffectsDeps, effectsOf } from './effects.ts';
import { type Execution, executionOf, withMore } from './execution.ts';
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
