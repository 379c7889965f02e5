export { approveCorrected, type CorrectDeps, type TriedCorrection, tryCorrection } from './correct.ts';
