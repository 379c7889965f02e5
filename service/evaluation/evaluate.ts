/**
 * One evaluation in three steps: judge, record, answer. The answer waits until the evidence is durable; if the evidence
 * can't be made durable, there is no verdict.
 */
import { termsOf } from '../approvals/index.ts';
import type { Reservation } from '../budgets/index.ts';
import {
  type AppendResult,
  type ArtifactDraft,
  allowanceExceeded,
  type EvidenceAppender,
  type IdempotencyClaim,
} from '../evidence/index.ts';
import { type MaybePromise, whenKnown } from '../foundation/fresh-cache.ts';
import type { IdSource } from '../foundation/ids.ts';
import type { Allowance } from '../foundation/meters.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { ApprovalSettings } from '../governance/settings/index.ts';
import type { Principal } from '../keys/index.ts';
import { allowanceFor, type Quota, type Quotas, requireCall, warningOf } from '../usage/index.ts';
import { type Effects, effectsOf } from './effects.ts';
import { type Evaluation, evaluationOf, type RecordedEvaluation } from './evaluation.ts';
import { type Execution, executionOf, withMore } from './execution.ts';
import { type GatherDeps, type Gathered, gather } from './gather.ts';
import { claimOf, isOverruled, replay } from './idempotency.ts';
import type { Decision } from './judgement.ts';
import { evaluationRecordText, requestText } from './record.ts';
import { actorOf, type EvaluationRequest, requireOrdinary } from './request.ts';

export interface EvaluateDeps extends GatherDeps {
  quotas: Quotas;
  appender: EvidenceAppender;
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
  ids: IdSource;
}

export interface EvaluateOptions {
  /** Records a proceed as executed, in the same commit. It costs one core API call. */
  execute?: boolean;
  /** What happens in the same commit where the verdict is proceed. */
  onProceed?: (evaluation: { evidenceId: string; at: number }) => Pick<Execution, 'also' | 'statements'>;
}

/**
 * An approval changes at most three times. A budget that has run low, a refusal that was not assumed, and a remembered
 * answer that may not be repeated each lead to one more attempt.
 */
const MAX_ATTEMPTS = 6;

/**
 * @param idempotencyKey the caller's; within 24 hours the same key gets the first answer again, unless that was a
 * proceed for an agent that may no longer act.
 * @throws {Failure} `invalid` for an action of the service itself; `idempotency_key_reuse` where the key came with
 * another request; `allowance_exceeded`; `unavailable`.
 */
export async function evaluate(
  deps: EvaluateDeps,
  principal: Principal,
  request: EvaluationRequest,
  idempotencyKey?: string,
  { execute = false, onProceed }: EvaluateOptions = {},
): Promise<RecordedEvaluation> {
  const asked: Asked = { principal, request, text: requestText(request), idempotencyKey, execute, onProceed };
  if (onProceed === undefined) requireOrdinary(request);
  return retryOvertaken('an approval, a budget or the past', MAX_ATTEMPTS, async () => {
    const judged = judge(deps, asked);
    const recorded = await whenKnown(judged, (known) => record(deps, asked, known));
    return answer(deps, asked, recorded);
  });
}

interface Asked {
  principal: Principal;
  request: EvaluationRequest;
  /** The request in its canonical form. */
  text: string;
  idempotencyKey: string | undefined;
  execute: boolean;
  onProceed: EvaluateOptions['onProceed'];
  /** The earlier answer under this key, once an attempt has found that it may not be repeated. */
  remembered?: RecordedEvaluation;
}

interface Judged {
  gathered: Gathered;
  quota: Quota | null;
  evaluation: Evaluation;
  decision: Decision;
}

/** Facts, laws, verdict. */
function judge(deps: EvaluateDeps, { principal, request }: Asked): MaybePromise<Judged> {
  return whenKnown(deps.quotas.of(principal), (quota) =>
    whenKnown(gather(deps, principal, request, quota), (gathered) => {
      const { evaluation, decision } = evaluationOf(deps.clock, gathered.at, gathered.question);
      return { gathered, quota, evaluation, decision };
    }),
  );
}

interface Recorded {
  judged: Judged;
  recorded: RecordedEvaluation;
  claim: IdempotencyClaim | undefined;
  allowance: Allowance | undefined;
  /** Whether the evidence is durable, and if not, the reason. */
  result: AppendResult;
}

/** Records the evidence, and in the same commit all effects of the verdict. */
async function record(deps: EvaluateDeps, asked: Asked, judged: Judged): Promise<Recorded> {
  const { principal, idempotencyKey, remembered } = asked;
  const { gathered, quota } = judged;
  const overruled =
    remembered && (await isOverruled(deps, principal, gathered, remembered)) ? remembered : undefined;
  const { artifact, recorded, effects, reservation } = draft(deps, asked, judged);
  const claim =
    idempotencyKey === undefined ? undefined : claimOf(idempotencyKey, asked.text, recorded, overruled);
  const allowance = allowanceFor(quota);
  const appending = deps.appender.append({
    chain: principal.chain,
    artifact,
    ...effects,
    allowance,
    idempotency: claim,
    unlessRefusedAfter: gathered.assumption?.unlessRefusedAfter,
  });
  const result = await (reservation ? reservation.madeWith(appending) : appending);
  return { judged, recorded, claim, allowance, result };
}

interface Draft {
  artifact: ArtifactDraft;
  recorded: RecordedEvaluation;
  effects: Omit<Effects, 'escalationId' | 'reservation'>;
  reservation: Reservation | undefined;
}

/** The evidence and the effects, before any of it is stored. */
function draft(deps: EvaluateDeps, asked: Asked, judged: Judged): Draft {
  const { principal, request, text, execute, onProceed } = asked;
  const { gathered, evaluation, decision, quota } = judged;
  const { at, active, question, budgets } = gathered;
  const { verdict, action } = evaluation;
  const { chain, party } = principal;
  const evidenceId = deps.ids.ordered('ev', at);
  const actor = actorOf(request, party);
  const named = { chain, evidenceId, at, verdict, actor };
  const approvals = active.settings.approvals ?? deps.approvalSettings;
  const evaluated = { ...named, party, approvals, budgets, mandate: gathered.act?.mandate ?? null };
  const { escalationId, reservation, ...effects } = effectsOf(deps, question, evaluated);
  const execution = execute ? executionOf(deps, principal, quota, request, named) : undefined;
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
    effects: [execution, verdict === 'proceed' ? onProceed?.(named) : undefined].reduce(withMore, effects),
    reservation,
  };
}

/** undefined where the facts or settings have changed between judging and recording. */
async function answer(
  deps: EvaluateDeps,
  asked: Asked,
  { judged, recorded, claim, allowance, result }: Recorded,
): Promise<RecordedEvaluation | undefined> {
  const { principal, execute } = asked;
  if (result.kind === 'appended') return { ...recorded, usage: warningOf(judged.quota, result.used) };
  if (result.kind === 'repeated') {
    asked.remembered = replay(result, claim);
    const isOver = await isOverruled(deps, principal, judged.gathered, asked.remembered);
    return isOver ? undefined : asked.remembered;
  }
  if (result.kind === 'over' && allowance) throw allowanceExceeded(result, allowance, judged.gathered.at);
  judged.gathered.assumption?.failed();
  forgetMandate(deps, judged.gathered);
  if (execute) await requireCall(deps, principal, 'core_api_calls', judged.quota);
  return undefined;
}

/** It may have been used up or changed meanwhile. */
function forgetMandate({ mandates }: EvaluateDeps, { act }: Gathered): void {
  if (act?.mandate) mandates.drop(act.mandate.row.chain, act.mandate.row.mandate_id);
}
