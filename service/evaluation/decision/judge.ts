/** Judges a request: gathers the facts, applies the laws, and gives the verdict with its explanation. Records nothing. */
import type { Clock } from '../../foundation/clock.ts';
import { type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { Principal } from '../../keys/index.ts';
import type { Traced } from '../../telemetry/traced.ts';
import type { Quota, Quotas, UsageWarning } from '../../usage/index.ts';
import { type GatherDeps, type Gathered, gatherFacts } from '../facts/gather-facts.ts';
import type { AppliedLaw, Decision, Verdict } from '../laws/law.ts';
import { type Basis, basisOf } from '../question/act.ts';
import type { Question } from '../question/question.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { decide, explain, type LawRemedy, remediesOf } from './decide.ts';
import { type HeldFor, heldForOf } from './held-for.ts';

export interface JudgeDeps extends GatherDeps {
  quotas: Quotas;
  traced: Traced;
}

export interface Judged {
  gathered: Gathered;
  quota: Quota | null;
  evaluation: Evaluation;
  decision: Decision;
}

export function judge(
  deps: JudgeDeps,
  principal: Principal,
  request: EvaluationRequest,
): MaybePromise<Judged> {
  return deps.traced.within('judge', () =>
    whenKnown(deps.quotas.of(principal), (quota) =>
      whenKnown(gatherFacts(deps, principal, request, quota), (gathered) => {
        const { evaluation, decision } = decideAndExplain(deps.clock, gathered.at, gathered.question);
        return { gathered, quota, evaluation, decision };
      }),
    ),
  );
}

export interface TimedLaw extends Omit<AppliedLaw, 'remedy'> {
  /** ms, with fractions. */
  duration_ms: number;
}

export interface Evaluation {
  verdict: Verdict;
  action: string;
  explanation: string;
  /** ms since the epoch. */
  evaluatedAt: number;
  /** From the question to the verdict, ms with fractions; writing the evidence comes after it and is not included. */
  durationMs: number;
  laws: TimedLaw[];
  remedies: LawRemedy[];
  /** The foundations of the verdict. */
  basis: Basis[];
  /** Left out for a proceed. */
  heldFor?: HeldFor;
  /** Only where the act is observed: the verdict that it would have got. */
  wouldBe?: Pick<Evaluation, 'verdict' | 'explanation' | 'heldFor'>;
}

export interface RecordedEvaluation extends Evaluation {
  evidenceId: string;
  /** Present when the verdict is `escalate`; its approval has the same digits. */
  escalationId?: string;
  /** For an immediate execution: the artifact that records it; null where the verdict was not proceed. */
  executionEvidenceId?: string | null;
  /** The share of the month's allowance that is used, where nearly all of it is. */
  usage?: UsageWarning;
  /** The answer was given before, under the same idempotency key. */
  replayed?: true;
}

/** Measures the time of each law here, since `decide` reads no clock. */
export function decideAndExplain(
  clock: Clock,
  evaluatedAt: number,
  question: Question,
): { evaluation: Evaluation; decision: Decision } {
  const startedAt = clock.monotonic();
  const durations: number[] = [];
  let lapAt = startedAt;
  const decision = decide(question, () => {
    const now = clock.monotonic();
    durations.push(microseconds(now - lapAt));
    lapAt = now;
  });
  const laws = decision.laws.map(({ law_id, result, reason, details }, place) => {
    return { law_id, result, reason, details, duration_ms: durations[place] ?? 0 };
  });
  const basis = basisOf(question);
  const evaluation: Evaluation = {
    verdict: decision.verdict,
    action: question.request.action,
    explanation: explain(decision, basis),
    evaluatedAt,
    durationMs: microseconds(clock.monotonic() - startedAt),
    laws,
    remedies: remediesOf(decision),
    basis,
  };
  if (decision.verdict !== 'proceed') evaluation.heldFor = heldForOf(question, decision);
  const { wouldBe } = decision;
  if (wouldBe !== undefined) {
    const enforced = { ...question, judgesAct: true, judgesMandate: true };
    const explanation = explain(wouldBe, basisOf(enforced));
    evaluation.wouldBe = { verdict: wouldBe.verdict, explanation };
    if (wouldBe.verdict !== 'proceed') evaluation.wouldBe.heldFor = heldForOf(enforced, wouldBe);
  }
  return { evaluation, decision };
}

/** Rounds milliseconds to three decimals: more digits would only be noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
