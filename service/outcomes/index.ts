export { outcomesRegistry } from './outcomes-registry.ts';
export { OUTCOMES, type ReportedOutcome, type Submitted, submitOutcome } from './submit.ts';
