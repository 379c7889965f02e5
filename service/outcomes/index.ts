export { OUTCOMES, type ReportedOutcome, reportedAmong, type Submitted, submitOutcome } from './submit.ts';
