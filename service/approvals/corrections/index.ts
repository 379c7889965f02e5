export { type Changed, changesBetween } from './changes.ts';
export { type Correcting, correctedAlready, correcting, type WantedCorrection } from './correcting.ts';
export {
  argumentsAsked,
  CORRECTION,
  type CorrectedAnswers,
  type Correction,
  correctedArguments,
  correctedRequest,
  correctionIn,
  correctionsBy,
} from './correction.ts';
