export {
  OUTCOMES,
  outcomesOf,
  type ReportedOutcome,
  reportedAmong,
  type Submitted,
  submitOutcome,
} from './submit.ts';
