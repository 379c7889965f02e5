export {
  changeFields,
  changeStatements,
  closeMandate,
  MANDATE_CLOSED,
  MANDATE_NARROWED,
  MANDATE_OPENED,
  MANDATE_WIDENED,
  narrowMandate,
  openMandate,
  requireWidenable,
} from './change.ts';
export { changedTerms, type WantedChange } from './changed-terms.ts';
export { listMandates, mandateFields, withStated } from './list.ts';
export {
  findMandate,
  hasLimits,
  MANDATE_PREFIX,
  MANDATE_STATES,
  MAX_ACTIONS,
  MAX_LISTED,
  MAX_TASK_CHARACTERS,
  type MandateRow,
  mandatesOf,
  stateOf,
  termsOf,
} from './mandate.ts';
export { type MandateRoom, type Mandates, startMandates } from './start.ts';
export { widenedByCall } from './widened-by-call.ts';
