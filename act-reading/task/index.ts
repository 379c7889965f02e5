export { type DerivedTerms, deriveTerms } from './derive.ts';
export { amountsIn } from './greatest-number.ts';
export { ALL_OF_IT, formMark, formsOf, marksOf, nounMark, ONE_MARK, whichMark } from './marks.ts';
export { withoutPasted } from './pasted.ts';
