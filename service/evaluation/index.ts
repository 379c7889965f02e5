export { askedIn, lawsShown } from './answered.ts';
export { type Backtests, type BacktestWatch, backtestsOver } from './backtest/backtests.ts';
export { backtestFields } from './backtest/fields.ts';
export {
  type BacktestWanted,
  MAX_EXAMPLES,
  type PolicyWanted,
  prepareBacktest,
} from './backtest/prepare.ts';
export type { BacktestQuestion, BacktestResult } from './backtest/question.ts';
export { decide } from './decide.ts';
export {
  type EvaluateDeps,
  type Evaluation,
  evaluate,
  type RecordedEvaluation,
  simulate,
} from './evaluate.ts';
export { askedFor, EXECUTE } from './execution.ts';
export { explain, lawName } from './explain.ts';
export { type Facts, NO_FACTS } from './facts.ts';
export { governedBy } from './in-force.ts';
export { type Decision, LAW_IDS, type LawResult, VERDICTS, type Verdict } from './judgement.ts';
export { withMatches } from './matches.ts';
export { type CaseOutcome, type PolicyCase, tryCase } from './policy-case.ts';
export {
  type EvaluationRecord,
  evaluationRecordText,
  gravityOfRecord,
  lawsOfRecord,
  requestText,
} from './record.ts';
export { forgetRefusedClaims, REFUSAL_MEMORY_MS } from './refused-claims.ts';
export { ACTOR_TYPES, type EvaluationRequest } from './request.ts';
export { Suspects } from './suspects.ts';
