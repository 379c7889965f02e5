export {
  type ActFacts,
  type ActReach,
  BASES,
  type Basis,
  EMPTY_ACT,
  mustBeKnown,
  READING_VERSION,
  READS_CHOICES,
} from './act.ts';
export { loadActReaders } from './act-readers.ts';
export { lawsShown, questionsIn } from './answered.ts';
export type { Backtests, BacktestWatch } from './backtest/backtests.ts';
export { backtestFields } from './backtest/fields.ts';
export { type BacktestWanted, MAX_EXAMPLES, type PolicyWanted, prepareBacktest } from './backtest/prepare.ts';
export { decide } from './decide.ts';
export { DOUBT_KINDS, type DoubtKind } from './doubt.ts';
export { doubtsOf } from './doubts.ts';
export { type EvaluateDeps, evaluate } from './evaluate.ts';
export type { Evaluation, RecordedEvaluation } from './evaluation.ts';
export { claimedText, EXECUTE } from './execution.ts';
export { explain } from './explain.ts';
export { type Facts, isByEarlierRules, NO_FACTS, shownNames } from './facts.ts';
export { actOfReading, contentsReader, underMandate } from './gather-act.ts';
export { type Decision, VERDICTS, type Verdict } from './judgement.ts';
export { LAW_IDS, lawName } from './laws/index.ts';
export { type CaseOutcome, type PolicyCase, tryCase } from './policy-case.ts';
export { policyInput } from './policy-matches.ts';
export { buildQuestion, type Question } from './question.ts';
export { forgetRefusedClaims, REFUSAL_MEMORY_MS } from './recent-refusals.ts';
export {
  basisOfRecord,
  type EvaluationRecord,
  evaluationRecordText,
  factsOfRecord,
  gravityOfRecord,
  lawsOfRecord,
  requestText,
} from './record.ts';
export { ACTOR_TYPES, actorOf, type EvaluationRequest } from './request.ts';
export { simulate } from './simulate.ts';
export { type Evaluations, startEvaluation } from './start.ts';
export { type Widened, widenMandate } from './widening.ts';
