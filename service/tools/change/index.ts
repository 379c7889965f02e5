export { IMPORTED, OUTCOMES, type Outcome, READY } from './plan.ts';
export { proposeTools, type ToolResult } from './propose.ts';
export { type Acceptance, putTool, type Review, removeTool, reviewTools } from './review.ts';
export { MAX_AT_ONCE, MAX_TOOLS, TOOL_ACTIONS, type ToolAction, type ToolOwner } from './write.ts';
