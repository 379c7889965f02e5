export {
  approveCorrected,
  type CorrectDeps,
  type TriedCorrection,
  tryCorrection,
} from './correct.ts';
export { decide, explain } from './decision/decide.ts';
export { HELD_FOR, type HeldFor, heldForOf } from './decision/held-for.ts';
export type { Evaluation, RecordedEvaluation } from './decision/judge.ts';
export { claimedText, EXECUTE } from './effects/execution.ts';
export { type EvaluateDeps, evaluate } from './evaluate.ts';
export { DOUBT_KINDS, type DoubtKind } from './laws/doubts/doubt.ts';
export { doubtsOf } from './laws/doubts/doubts.ts';
export { LAW_IDS, lawName } from './laws/index.ts';
export { type Decision, VERDICTS, type Verdict } from './laws/law.ts';
export { policyInput } from './laws/policy-matches.ts';
export { type CaseOutcome, type PolicyCase, tryCase } from './policy-case.ts';
export { simulate, type WouldAsk, whoWouldBeAsked } from './simulate.ts';
export { type Evaluations, startEvaluation } from './start.ts';
export { type Widened, widenMandate } from './widening.ts';
