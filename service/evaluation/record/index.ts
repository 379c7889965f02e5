export { lawsShown, questionsIn } from './put-to-human.ts';
export {
  basisOfRecord,
  type EvaluationRecord,
  evaluationRecordText,
  factsOfRecord,
  gravityOfRecord,
  lawsOfRecord,
  requestText,
} from './record.ts';
