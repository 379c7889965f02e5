export { argumentFields } from './argument-fields.ts';
export { argumentWords } from './argument-words.ts';
export { argumentsOf, hasArguments } from './arguments.ts';
export { currenciesIn } from './currencies.ts';
export { type Money, moneyIn, NO_MONEY } from './money.ts';
export { type ActRequest, readAct } from './read-act.ts';
export type { ContentAct, Particular, ReadContent, Readers } from './readers.ts';
export { nameOf, type Reading, type ReadingAct } from './reading.ts';
export { inAsciiDigits } from './written-number.ts';
