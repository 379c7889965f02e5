export {
  basisOfRecord,
  type EvaluationRecord,
  evaluationRecordText,
  factsOfRecord,
  gravityOfRecord,
  lawsOfRecord,
  lawsShown,
  questionsIn,
  questionsOf,
  requestText,
} from './record.ts';
