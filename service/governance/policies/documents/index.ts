export {
  documentOf,
  faultFields,
  faultsOfPolicy,
  hashOfPolicy,
  MAX_LIST_VALUES,
  MAX_LISTS,
  MAX_RULES,
  MAX_SOURCE_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_VARIABLES,
  NAME_PATTERN,
  nameOfFaulty,
  type PlacedFault,
  requireGoodRules,
  WORD_PATTERN,
  type WrittenPolicy,
} from './document.ts';
export { readPolicy } from './read.ts';
export { linesOfText, readYaml } from './yaml.ts';
