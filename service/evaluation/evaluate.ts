/**
 * One evaluation in three steps: judge, record, answer. The answer waits until the evidence is durable; if the evidence
 * can't be made durable, there is no verdict.
 */

import type { Sighting } from '../agents/index.ts';
import { bundleSecret } from '../approvals/use/index.ts';
import { allowanceExceeded, type EvidenceAppender } from '../evidence/append/index.ts';
import type { AppendResult, IdempotencyClaim } from '../evidence/index.ts';
import type { MaybePromise } from '../foundation/fresh-cache.ts';
import type { Measured } from '../foundation/measured.ts';
import type { Allowance } from '../foundation/meters.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { type Principal, requestBy } from '../keys/index.ts';
import { allowanceFor, requireCall, warningOf } from '../usage/index.ts';
import { type JudgeDeps, type Judged, judge, type RecordedEvaluation } from './decision/judge.ts';
import { type DraftDeps, draftOf, type EvaluationCall, type OnProceed } from './effects/draft.ts';
import { claimOf, isOverruled, replay } from './effects/idempotency.ts';
import { actorOf, type EvaluationRequest, requireOrdinary } from './question/request.ts';
import { requestText } from './record/record.ts';
import { answerAttributes, questionAttributes } from './traced.ts';

export interface EvaluateDeps extends JudgeDeps, DraftDeps {
  appender: EvidenceAppender;
  measured: Measured;
}

export interface EvaluateOptions {
  /** Records a proceed as executed, in the same commit. It costs one core API call. */
  execute?: boolean;
  onProceed?: OnProceed;
}

/**
 * An approval changes three times at most. A budget that has run low, a refusal that was not assumed, and a remembered
 * answer that may not be repeated each lead to one more attempt.
 */
const MAX_ATTEMPTS = 6;

/**
 * Goes on without waiting wherever the answer is at hand: a wait would let other requests act in between, and each one
 * costs time.
 * @param idempotencyKey the caller's; within 24 hours the same key gets the first answer again, unless that was a
 *    proceed for an agent that may no longer act.
 * @throws {Failure} `forbidden` where the request names another agent or person than its key or token; `invalid` for an
 *    action of the service itself; `idempotency_key_reuse` where the key came with
 *    another request; `allowance_exceeded`; `unavailable`.
 */
export function evaluate(
  deps: EvaluateDeps,
  principal: Principal,
  asked: EvaluationRequest,
  idempotencyKey?: string,
  { execute = false, onProceed }: EvaluateOptions = {},
): Promise<RecordedEvaluation> {
  return deps.traced.within('evaluate', (span) => {
    const request = requestBy(principal, asked);
    span?.set(questionAttributes(principal, request));
    const text = requestText(request);
    const call: EvaluationCall = { principal, request, text, idempotencyKey, execute, onProceed, span };
    return retryOvertaken('an approval, a budget or the past', MAX_ATTEMPTS, async () => {
      if (onProceed === undefined) requireOrdinary(request);
      const judging = judge(deps, principal, request);
      const judged = judging instanceof Promise ? await judging : judging;
      const { remembered } = call;
      if (judged.evaluation.verdict === 'escalate') {
        const secret = bundleSecret(deps.db, deps.fillRandom);
        call.bundleSecret = secret instanceof Promise ? await secret : secret;
      }
      const isOver =
        remembered !== undefined && (await isOverruled(deps, principal, judged.gathered, remembered));
      const recording = record(deps, call, judged, isOver ? remembered : undefined);
      return answer(deps, call, recording, await recording.result);
    });
  });
}

interface Recording {
  judged: Judged;
  recorded: RecordedEvaluation;
  claim: IdempotencyClaim | undefined;
  allowance: Allowance | undefined;
  sighting: Sighting | null;
  /** Whether the evidence is durable, and if not, the reason. */
  result: Promise<AppendResult>;
}

/**
 * Records the evidence, and in the same commit all effects of the verdict.
 * @param overruled the remembered answer that may not be repeated.
 */
function record(
  deps: EvaluateDeps,
  call: EvaluationCall,
  judged: Judged,
  overruled: RecordedEvaluation | undefined,
): Recording {
  const { principal, idempotencyKey, text } = call;
  const { artifact, recorded, effects, reservation, sighting } = draftOf(deps, call, judged);
  const claim = idempotencyKey === undefined ? undefined : claimOf(idempotencyKey, text, recorded, overruled);
  const allowance = allowanceFor(judged.quota);
  const appending = deps.appender.append({
    chain: principal.chain,
    artifact,
    also: effects.also,
    approval: effects.approval,
    allowance,
    events: effects.events,
    idempotency: claim,
    refused: effects.refused,
    reserve: effects.reserve,
    statements: effects.statements,
    unlessRefused: judged.gathered.assumption?.unlessRefused,
  });
  const result = reservation ? reservation.madeWith(appending) : appending;
  return { judged, recorded, claim, allowance, result, sighting };
}

/** undefined where the facts or settings have changed between judging and recording. */
function answer(
  deps: EvaluateDeps,
  call: EvaluationCall,
  { judged, recorded, claim, allowance, sighting }: Recording,
  result: AppendResult,
): MaybePromise<RecordedEvaluation | undefined> {
  if (result.kind === 'appended') {
    if (sighting !== null) deps.sightings.seen(sighting);
    const { verdict, action, laws } = recorded;
    const { environment, tenantId: tenant, party } = call.principal;
    const agent = actorOf(call.request, party);
    deps.measured.verdictGiven({ verdict, environment, tenant, agent, action, laws });
    call.span?.set(answerAttributes(recorded, judged.gathered.question.act));
    const usage = warningOf(judged.quota, result.used);
    return usage === undefined ? recorded : { ...recorded, usage };
  }
  if (result.kind === 'repeated') return repeated(deps, call, judged, replay(result, claim));
  if (result.kind === 'over' && allowance) throw allowanceExceeded(result, allowance, judged.gathered.at);
  return overtaken(deps, call, judged);
}

/** The remembered answer, unless it may not be repeated; then the next attempt takes its place. */
async function repeated(
  deps: EvaluateDeps,
  call: EvaluationCall,
  { gathered }: Judged,
  remembered: RecordedEvaluation,
): Promise<RecordedEvaluation | undefined> {
  call.remembered = remembered;
  if (await isOverruled(deps, call.principal, gathered, remembered)) return undefined;
  call.span?.set(answerAttributes(remembered, null));
  return remembered;
}

async function overtaken(
  deps: EvaluateDeps,
  call: EvaluationCall,
  { gathered, quota }: Judged,
): Promise<undefined> {
  gathered.assumption?.failed();
  // The mandate may have been used up or changed in the meantime.
  const mandate = gathered.act?.mandate;
  if (mandate) deps.mandates.drop(mandate.row.chain, mandate.row.mandate_id);
  if (call.execute) await requireCall(deps, call.principal, 'core_api_calls', quota);
}
