export { amountOfCall } from './amount-of-call.ts';
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
export { schemaOfCall } from './schema-of-call.ts';
