export { type AskedChange, type NamesOfChange, sentenceOfChange } from './sentence-of-change.ts';
export {
  choiceWords,
  isLong,
  membersOf,
  RISKS,
  settingWords,
  type WordedField,
} from './setting.ts';
export { type Change, type Difference, type ToldChange, toldChange } from './told-change.ts';
export { type Detail, partiesIn, stepsOf, worded } from './values.ts';
export { firstOf, foreign, joined, plain, type Word } from './words.ts';
