export {
  type FoundValue,
  type ResultReader,
  type ResultValues,
  VALUES_VERSION,
  valuesOfResult,
} from './result.ts';
export { type TextValue, valuesInText } from './text.ts';
