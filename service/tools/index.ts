export { catalogueAt, catalogueHistory, type ToolCatalogues, toolCatalogues } from './catalogues.ts';
export { type Announced, announced } from './first-accepted.ts';
export { settingsEntries, withFloors } from './floors.ts';
export { importReady, importTools, readSource, type WantedImport } from './import-tools.ts';
export { findReady, readyCatalogue, readyCatalogueNames } from './ready.ts';
export {
  entryOfRecord,
  findTool,
  formerEntry,
  listTools,
  readableEntry,
  TOOL_STATES,
  type ToolFilter,
  type ToolRecord,
  type ToolState,
  toolFields,
  toolsOf,
  toolsRevision,
} from './store.ts';
