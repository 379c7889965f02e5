export { checkedPlan } from './checked-plan.ts';
export { type MadePlan, madePlan, type PlanDeps, readSteps, type SentPlan } from './made-plan.ts';
export {
  type CheckedPlan,
  type CheckedStep,
  type Dropped,
  MAX_ANSWER_CHARACTERS,
  MAX_COUNT,
  MAX_PARTIES,
  MAX_STEPS,
  type Planned,
  type Planner,
  type PlannerRecord,
  type PlanStep,
  stepFields,
  TERMS_SOURCES,
  type TermsSource,
  type WantedPlan,
} from './plan.ts';
export { hashedStep, hashesOf, plannedTerms, widerStep } from './planned-terms.ts';
export { type Allowed, allowedBy, type CountedStep, isCounted } from './steps.ts';
