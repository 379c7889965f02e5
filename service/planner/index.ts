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
  type PlannerApi,
  type PlannerDeps,
  plannerFields,
  plannerRow,
  removePlanner,
  setPlanner,
  stated,
  TIMEOUT_MS,
  type WantedPlanner,
} from './setting.ts';
export { type PlannerRoom, startPlanner } from './start.ts';
