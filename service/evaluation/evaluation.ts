/** What the answer to a request says, and how a question becomes one. */
import type { Clock } from '../foundation/clock.ts';
import type { UsageWarning } from '../usage/index.ts';
import { decide } from './decide.ts';
import { explain, type LawRemedy, remediesOf } from './explain.ts';
import type { Decision, LawResult, Verdict } from './judgement.ts';
import type { Question } from './question.ts';

export interface TimedLaw extends Omit<LawResult, 'remedy'> {
  /** ms, with fractions. */
  duration_ms: number;
}

export interface Evaluation {
  verdict: Verdict;
  action: string;
  explanation: string;
  /** ms since the epoch. */
  evaluatedAt: number;
  /** From the question to the verdict, ms with fractions; the evidence is written after it. */
  durationMs: number;
  laws: TimedLaw[];
  remedies: LawRemedy[];
}

export interface RecordedEvaluation extends Evaluation {
  evidenceId: string;
  /** Present when the verdict is `escalate`; its approval has the same digits. */
  escalationId?: string;
  /** Where it was to be executed at once: the artifact that says it was; null where the verdict was not proceed. */
  executionEvidenceId?: string | null;
  /** How much of the month's allowance is used, where that is nearly all of it. */
  usage?: UsageWarning;
  /** It was answered before, under the same idempotency key. */
  replayed?: true;
}

/** Decides, with the time each law took: `decide` itself reads no clock. */
export function evaluationOf(
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
  const evaluation = {
    verdict: decision.verdict,
    action: question.request.action,
    explanation: explain(decision),
    evaluatedAt,
    durationMs: microseconds(clock.monotonic() - startedAt),
    laws,
    remedies: remediesOf(decision),
  };
  return { evaluation, decision };
}

/** Milliseconds to the microsecond: more digits would only be noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
