export { lawsShown } from './answered.ts';
export { type Backtests, type BacktestWatch, backtestsOver } from './backtest/backtests.ts';
export { backtestFields } from './backtest/fields.ts';
export {
  type BacktestWanted,
  MOST_EXAMPLES,
  type PolicyWanted,
  prepareBacktest,
} from './backtest/prepare.ts';
export type { BacktestQuestion, BacktestResult } from './backtest/question.ts';
export {
  type EvaluateDeps,
  type Evaluation,
  evaluate,
  type RecordedEvaluation,
  simulate,
} from './evaluate.ts';
export { EXECUTE } from './execution.ts';
export { explain, lawName } from './explain.ts';
export { idempotencyRegistry } from '../audit/registries/idempotency-registry.ts';
export { LAW_IDS, type LawResult, VERDICTS, type Verdict } from './judgement.ts';
export { microUsdOf, usdOf } from './money.ts';
export { type CaseOutcome, type PolicyCase, tryCase } from './policy-case.ts';
export { type EvaluationRecord, evaluationRecordText, gravityOfRecord, lawsOfRecord } from './record.ts';
export { refusalsRegistry } from '../audit/registries/refusals-registry.ts';
export { forgetRefusedClaims } from './refused-claims.ts';
export { ACTOR_TYPES, type EvaluationRequest } from './request.ts';
export { Suspects } from './suspects.ts';
export { verdictsRegistry } from '../audit/registries/verdicts-registry.ts';
