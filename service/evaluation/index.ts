export type { Backtests, BacktestWatch } from './backtest/backtests.ts';
export { backtestFields } from './backtest/fields.ts';
export { type BacktestWanted, MAX_EXAMPLES, type PolicyWanted, prepareBacktest } from './backtest/prepare.ts';
export { decide } from './decision/decide.ts';
export type { Evaluation, RecordedEvaluation } from './decision/evaluation.ts';
export { explain } from './decision/explain.ts';
export { claimedText, EXECUTE } from './effects/execution.ts';
export { type EvaluateDeps, evaluate } from './evaluate.ts';
export { loadActReaders } from './facts/act-readers.ts';
export { actOfReading, contentsReader, underMandate } from './facts/gather-act.ts';
export { forgetRefusedClaims, REFUSAL_MEMORY_MS } from './facts/recent-refusals.ts';
export { DOUBT_KINDS, type DoubtKind } from './laws/doubts/doubt.ts';
export { doubtsOf } from './laws/doubts/doubts.ts';
export { LAW_IDS, lawName } from './laws/index.ts';
export { type Decision, VERDICTS, type Verdict } from './laws/law.ts';
export { policyInput } from './laws/policy-matches.ts';
export { type CaseOutcome, type PolicyCase, tryCase } from './policy-case.ts';
export {
  type ActFacts,
  type ActReach,
  BASES,
  type Basis,
  EMPTY_ACT,
  mustBeKnown,
  READING_VERSION,
  READS_CHOICES,
} from './question/act.ts';
export { type Facts, isByEarlierRules, NO_FACTS, shownNames } from './question/facts.ts';
export { buildQuestion, type Question } from './question/question.ts';
export { ACTOR_TYPES, actorOf, type EvaluationRequest } from './question/request.ts';
export { lawsShown, questionsIn } from './record/put-to-human.ts';
export {
  basisOfRecord,
  type EvaluationRecord,
  evaluationRecordText,
  factsOfRecord,
  gravityOfRecord,
  lawsOfRecord,
  requestText,
} from './record/record.ts';
export { simulate } from './simulate.ts';
export { type Evaluations, startEvaluation } from './start.ts';
export { type Widened, widenMandate } from './widening.ts';
