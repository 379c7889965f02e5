export type { ModelPlanner, PlannedByModel, TestedPlanner } from './plan.ts';
export {
  digestsOf,
  findPlanner,
  KEY_PATTERN,
  MAX_KEY_CHARACTERS,
  MAX_MODEL_CHARACTERS,
  OUTPUT_TOKENS,
  PLANNER_APIS,
  PLANNER_REMOVED,
  PLANNER_SET,
  type PlannerDeps,
  plannerFields,
  removePlanner,
  setPlanner,
  stated,
  TIMEOUT_MS,
  type WantedPlanner,
} from './setting.ts';
export { type PlannerRoom, startPlanner } from './start.ts';
