export type { PlannedParty, PlannedStep } from '../resources/governing.ts';
export { MAX_PLANNED_STEPS, planIn } from './answer.ts';
export { type Complete, type PlanOptions, type PlanPrompt, planWith } from './plan-with.ts';
export {
  MAX_PLANNED_TASK_CHARACTERS,
  MAX_PLANNED_TOOLS,
  PLAN_EFFECTS,
  PLAN_PARTY_KINDS,
  PLAN_PROMPT,
  PLAN_SCHEMA,
  type PlannableTool,
  planRequest,
} from './prompt.ts';
