export {
  basisOfRecord,
  type EvaluationRecord,
  evaluationRecordText,
  factsOfRecord,
  gravityOfRecord,
  lawsOfRecord,
  lawsShown,
  questionsIn,
  requestText,
} from './record.ts';
