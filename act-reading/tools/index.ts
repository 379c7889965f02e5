export {
  type Catalogue,
  type CataloguedTool,
  CompiledCatalogue,
  catalogueOf,
  EMPTY_CATALOGUE,
  type Listed,
  MAX_REMEMBERED,
  type NotListed,
  UNLISTED,
  type Unlisted,
} from './catalogue.ts';
export { faultsOfEntry } from './check.ts';
export { decidingWord, languageNamed } from './command-names.ts';
export {
  CONTENT_KINDS,
  type ContentKind,
  CURRENCY_PATTERN,
  entryOf,
  type KeptEntry,
  keptEntry,
  MAX_NAME_CHARACTERS,
  PATH_PATTERN,
  type SeenTool,
  storedName,
  type ToolAmount,
  type ToolContent,
  type ToolEntry,
  type ToolTarget,
  type WrittenEntry,
} from './entry.ts';
