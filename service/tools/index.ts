export { catalogueAt, catalogueHistory, type ToolCatalogues, toolCatalogues } from './catalogues.ts';
export { IMPORTED, OUTCOMES, type Outcome, READY } from './change/plan.ts';
export { proposeTools, type ToolResult } from './change/propose.ts';
export { type Acceptance, putTool, type Review, removeTool, reviewTools } from './change/review.ts';
export { MAX_AT_ONCE, MAX_TOOLS, TOOL_ACTIONS, type ToolAction, type ToolOwner } from './change/write.ts';

export { type Announced, announced } from './first-accepted.ts';
export { settingsEntries, withFloors } from './floors.ts';
export { importReady, importTools, type WantedImport } from './import-tools.ts';

export { findReady, type ReadyCatalogue, readyCatalogue, readyCatalogueNames } from './ready/index.ts';
export { readSource } from './source.ts';
export { entryOfRecord, findTool, formerEntry, listTools, TOOL_STATES, type ToolFilter, type ToolRecord, type ToolState, toolFields, toolsOf } from './store.ts';
