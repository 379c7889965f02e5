export { reportedAmong } from './reported.ts';
export { OUTCOMES, type ReportedOutcome, type Submitted, submitOutcome } from './submit.ts';
