/**
 * One evaluation in three steps: judge, record, answer. The answer waits until the evidence is durable; if the evidence
 * can't be made durable, there is no verdict.
 */
import { termsOf } from '../approvals/use/index.ts';
import type { Reservation } from '../budgets/index.ts';
import { allowanceExceeded, type EvidenceAppender } from '../evidence/append/index.ts';
import type { AppendResult, ArtifactDraft, IdempotencyClaim } from '../evidence/index.ts';
import { type MaybePromise, whenKnown } from '../foundation/fresh-cache.ts';
import type { IdSource } from '../foundation/ids.ts';
import type { Measured } from '../foundation/measured.ts';
import type { Allowance } from '../foundation/meters.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { ApprovalSettings } from '../governance/settings/terms/index.ts';
import type { Principal } from '../keys/index.ts';
import type { Span, Traced } from '../telemetry/traced.ts';
import { allowanceFor, type Quota, type Quotas, requireCall, warningOf } from '../usage/index.ts';
import { type Effects, effectsOf } from './effects.ts';
import { type Evaluation, evaluationOf, type RecordedEvaluation } from './evaluation.ts';
import { type Execution, executionOf, withMore } from './execution.ts';
import { type GatherDeps, type Gathered, gather } from './gather.ts';
import { claimOf, isOverruled, replay } from './idempotency.ts';
import type { Decision } from './judgement.ts';
import { evaluationRecordText, requestText } from './record.ts';
import { actorOf, type EvaluationRequest, requireOrdinary } from './request.ts';
import { answerAttributes, questionAttributes } from './traced.ts';

export interface EvaluateDeps extends GatherDeps {
  quotas: Quotas;
  appender: EvidenceAppender;
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
  ids: IdSource;
  measured: Measured;
  traced: Traced;
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
export function evaluate(
  deps: EvaluateDeps,
  principal: Principal,
  request: EvaluationRequest,
  idempotencyKey?: string,
  { execute = false, onProceed }: EvaluateOptions = {},
): Promise<RecordedEvaluation> {
  return deps.traced.within('evaluate', (span) => {
    span?.set(questionAttributes(principal, request));
    const text = requestText(request);
    const asked: Asked = { principal, request, text, idempotencyKey, execute, onProceed, span };
    return retryOvertaken('an approval, a budget or the past', MAX_ATTEMPTS, () => attempt(deps, asked));
  });
}

/**
 * Goes on without waiting wherever the answer is at hand: waiting would let others act in between, and each wait costs.
 * @returns undefined where the facts or settings have changed between judging and recording.
 */
async function attempt(deps: EvaluateDeps, asked: Asked): Promise<RecordedEvaluation | undefined> {
  if (asked.onProceed === undefined) requireOrdinary(asked.request);
  const judging = deps.traced.within('judge', () => judge(deps, asked));
  const judged = judging instanceof Promise ? await judging : judging;
  const { principal, remembered } = asked;
  const isOver =
    remembered !== undefined && (await isOverruled(deps, principal, judged.gathered, remembered));
  const recording = record(deps, asked, judged, isOver ? remembered : undefined);
  return answer(deps, asked, recording, await recording.result);
}

interface Asked {
  principal: Principal;
  request: EvaluationRequest;
  /** The request in its canonical form. */
  text: string;
  idempotencyKey: string | undefined;
  execute: boolean;
  onProceed: EvaluateOptions['onProceed'];
  /** undefined where it is not traced. */
  span: Span | undefined;
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

interface Recording {
  judged: Judged;
  recorded: RecordedEvaluation;
  claim: IdempotencyClaim | undefined;
  allowance: Allowance | undefined;
  /** Whether the evidence is durable, and if not, the reason. */
  result: Promise<AppendResult>;
}

/**
 * Records the evidence, and in the same commit all effects of the verdict.
 * @param overruled the remembered answer that may not be repeated.
 */
function record(
  deps: EvaluateDeps,
  asked: Asked,
  judged: Judged,
  overruled: RecordedEvaluation | undefined,
): Recording {
  const { principal, idempotencyKey } = asked;
  const { gathered, quota } = judged;
  const { artifact, recorded, effects, reservation } = draft(deps, asked, judged);
  const claim =
    idempotencyKey === undefined ? undefined : claimOf(idempotencyKey, asked.text, recorded, overruled);
  const allowance = allowanceFor(quota);
  const { also, approval, events, refused, reserve, statements } = effects;
  const appending = deps.appender.append({
    ...{ chain: principal.chain, artifact, also, approval, allowance, events, idempotency: claim },
    ...{ refused, reserve, statements, unlessRefused: gathered.assumption?.unlessRefused },
  });
  const result = reservation ? reservation.madeWith(appending) : appending;
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
    effects: withMore(
      withMore(effects, execution),
      verdict === 'proceed' ? onProceed?.(evaluated) : undefined,
    ),
    reservation,
  };
}

/** undefined where the facts or settings have changed between judging and recording. */
function answer(
  deps: EvaluateDeps,
  asked: Asked,
  { judged, recorded, claim, allowance }: Recording,
  result: AppendResult,
): MaybePromise<RecordedEvaluation | undefined> {
  if (result.kind === 'appended') {
    const { verdict, action, laws } = recorded;
    const { environment, tenantId: tenant, party } = asked.principal;
    const agent = actorOf(asked.request, party);
    deps.measured.verdictGiven({ verdict, environment, tenant, agent, action, laws });
    asked.span?.set(answerAttributes(recorded, judged.gathered.question.act));
    const usage = warningOf(judged.quota, result.used);
    return usage === undefined ? recorded : { ...recorded, usage };
  }
  if (result.kind === 'repeated') return repeated(deps, asked, judged, replay(result, claim));
  if (result.kind === 'over' && allowance) throw allowanceExceeded(result, allowance, judged.gathered.at);
  return overtaken(deps, asked, judged);
}

/** The remembered answer, unless it may not be repeated; then the next attempt takes its place. */
async function repeated(
  deps: EvaluateDeps,
  asked: Asked,
  { gathered }: Judged,
  remembered: RecordedEvaluation,
): Promise<RecordedEvaluation | undefined> {
  asked.remembered = remembered;
  if (await isOverruled(deps, asked.principal, gathered, remembered)) return undefined;
  asked.span?.set(answerAttributes(remembered, null));
  return remembered;
}

async function overtaken(deps: EvaluateDeps, asked: Asked, { gathered, quota }: Judged): Promise<undefined> {
  gathered.assumption?.failed();
  // It may have been used up or changed meanwhile.
  const mandate = gathered.act?.mandate;
  if (mandate) deps.mandates.drop(mandate.row.chain, mandate.row.mandate_id);
  if (asked.execute) await requireCall(deps, asked.principal, 'core_api_calls', quota);
}
