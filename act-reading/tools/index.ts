export {
  type Catalogue,
  type CataloguedTool,
  CompiledCatalogue,
  catalogueOf,
  EMPTY_CATALOGUE,
  type Listed,
  MAX_REMEMBERED,
  type NotListed,
  type Unlisted,
} from './catalogue.ts';
export { faultsOfEntry } from './check.ts';
export { languageNamed } from './command-names.ts';
export {
  CONFIDENTIALITIES,
  CONTENT_KINDS,
  type Confidentiality,
  type ContentKind,
  CURRENCY_PATTERN,
  entryOf,
  type KeptEntry,
  keptEntry,
  MAX_NAME_CHARACTERS,
  PATH_PATTERN,
  RESULT_SOURCES,
  type ResultSource,
  type SeenTool,
  storedName,
  type ToolAmount,
  type ToolContent,
  type ToolEntry,
  type ToolTarget,
  type WrittenEntry,
} from './entry.ts';
