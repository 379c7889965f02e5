export { BOOL, JSON_VALUE, LIST, MAP, STRING, type Type } from './checking/types.ts';
export {
  type Expression,
  type ReadExpression,
  RuleError,
  RuleQuestion,
  readExpression,
  resultOf,
  type SourceFault,
} from './expression.ts';
export { searchOnce } from './pattern.ts';
export { NamedLists } from './syntax/named-lists.ts';
