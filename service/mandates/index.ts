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
export { listMandates, mandateFields, type ShownMandate, withStated } from './list.ts';
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
export { changedTerms, type WantedTerms } from './wanted.ts';
