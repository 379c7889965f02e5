export { checkedPlan } from './checked-plan.ts';
export {
  type CheckedPlan,
  type CheckedStep,
  type Dropped,
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
