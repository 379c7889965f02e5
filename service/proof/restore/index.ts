export { acknowledgeRestore, type RestoreWords, requireAsSigned } from './acknowledge.ts';
export { restoresOf } from './stated.ts';
