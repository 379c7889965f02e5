/** Drafts what one evaluation writes: its evidence, and the effects of its verdict. Nothing is stored here. */
import { termsOf } from '../../approvals/use/index.ts';
import type { Reservation } from '../../budgets/index.ts';
import type { ArtifactDraft } from '../../evidence/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import type { Principal } from '../../keys/index.ts';
import type { Span } from '../../telemetry/traced.ts';
import type { RecordedEvaluation } from '../decision/evaluation.ts';
import type { Judged } from '../decision/judge.ts';
import { actorOf, type EvaluationRequest } from '../question/request.ts';
import { evaluationRecordText } from '../record/record.ts';
import { type Effects, type EffectsDeps, effectsOf } from './effects.ts';
import { type Execution, executionOf, withMore } from './execution.ts';

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
  /** The earlier answer under this key, once an attempt has found that it may not be repeated. */
  remembered?: RecordedEvaluation;
}

export interface DraftDeps extends EffectsDeps {
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
}

export interface Draft {
  artifact: ArtifactDraft;
  recorded: RecordedEvaluation;
  effects: Omit<Effects, 'escalationId' | 'reservation'>;
  reservation: Reservation | undefined;
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
  const evaluated = { chain, evidenceId, at, verdict, actor, party, approvals, budgets, mandate };
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
  const proceeding = verdict === 'proceed' ? onProceed?.(evaluated) : undefined;
  return {
    artifact: {
      id: evidenceId,
      artifact_type: 'governance_eval',
      action,
      verdict,
      actor,
      created_at: at,
      payload,
    },
    recorded,
    effects: withMore(withMore(effects, execution), proceeding),
    reservation,
  };
}
