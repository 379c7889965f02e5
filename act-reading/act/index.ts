export { argumentFields } from './arguments/argument-fields.ts';
export { argumentWords } from './arguments/argument-words.ts';
export { argumentsOf, hasArguments } from './arguments/arguments.ts';
export { currenciesIn } from './money/currencies.ts';
export { type Money, moneyIn, NO_MONEY } from './money/money.ts';
export { inAsciiDigits } from './money/written-number.ts';
export { type ActRequest, readAct } from './read-act.ts';
export type { ContentAct, Particular, ReadContent, Readers } from './readers.ts';
export { nameOf, type Reading, type ReadingAct } from './reading.ts';
