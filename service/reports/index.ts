export { ACTIVITY_DAYS, type AgentActivity, agentActivity } from './agent-activity.ts';
export { DEFAULT_DAYS, MAX_DAYS, MAX_EVALUATIONS } from './evaluations.ts';
export { heldReport, REASONS, reportFields } from './held-report.ts';
export { type InventoryAgent, type InventoryDeps, inventoryCsv, inventoryOf } from './inventory.ts';
export { NAMED_KINDS, namesBehind } from './names.ts';
export { callFields, MAX_CALLS, sessionLine } from './session-line.ts';
export {
  csvOfTargets,
  suggestTargets,
  type TargetSuggestions,
  targetSuggestionFields,
} from './target-suggestions.ts';
export {
  proposeSuggested,
  suggestTools,
  type ToolSuggestions,
  toolSuggestionFields,
} from './tool-suggestions.ts';
export { STEP_KINDS, trailOf } from './trail.ts';
