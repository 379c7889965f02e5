export { namesTool } from '../governance/names/index.ts';
export {
  type Catalogue,
  catalogueOf,
  EMPTY_CATALOGUE,
  type Listed,
  type NotListed,
  UNLISTED,
  type Unlisted,
} from './catalogue.ts';
export { catalogueAt, catalogueHistory, type ToolCatalogues, toolCatalogues } from './catalogues.ts';
export { IMPORTED, OUTCOMES, type Outcome, READY } from './change/plan.ts';
export { proposeTools, type ToolResult } from './change/propose.ts';
export { type Acceptance, putTool, type Review, removeTool, reviewTools } from './change/review.ts';
export { MAX_AT_ONCE, MAX_TOOLS, TOOL_ACTIONS, type ToolAction, type ToolOwner } from './change/write.ts';
export { faultsOfEntry } from './check.ts';
export { currenciesIn } from './currencies.ts';
export {
  CONTENT_KINDS,
  type ContentKind,
  type KeptEntry,
  keptEntry,
  MAX_NAME_CHARACTERS,
  type ToolEntry,
  type WrittenEntry,
} from './entry.ts';
export { type Announced, announced } from './first-accepted.ts';
export { settingsEntries, withFloors } from './floors.ts';
export { NOUN_CLASSES, type NounClass, nounsByLanguage } from './import/lexicon/nouns.ts';
export { readListsByLanguage } from './import/lexicon/read-lists.ts';
export { type Sense, verbsByLanguage } from './import/lexicon/verbs.ts';
export { importReady, importTools, type WantedImport } from './import-tools.ts';
export { argumentFields } from './reading/argument-fields.ts';
export { argumentWords } from './reading/argument-words.ts';
export { argumentsOf, hasArguments } from './reading/arguments.ts';
export { type Money, moneyIn, NO_MONEY } from './reading/money.ts';
export { type ActRequest, readAct } from './reading/read-act.ts';
export type { ContentAct, Particular, ReadContent, Readers } from './reading/readers.ts';
export { nameOf, type Reading, type ReadingAct } from './reading/reading.ts';
export { inAsciiDigits } from './reading/written-number.ts';
export { findReady, type ReadyCatalogue, readyCatalogue, readyCatalogueNames } from './ready/index.ts';
export { FORMATS as IMPORT_FORMATS, type ImportFormat, readSource } from './source.ts';
export {
  entryOfRecord,
  findTool,
  formerEntry,
  listTools,
  storedName,
  TOOL_STATES,
  type ToolFilter,
  type ToolRecord,
  type ToolState,
  toolFields,
  toolsOf,
} from './store.ts';
