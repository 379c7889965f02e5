export { type RestoreWords, acknowledgeRestore, requireAsSigned } from './acknowledge.ts';
export { restoresOf } from './stated.ts';
