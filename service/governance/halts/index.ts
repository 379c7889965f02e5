export { createHalt, liftHalt } from './change.ts';
export {
  type Halt,
  type HaltRecord,
  type HaltsInForce,
  haltFields,
  haltOf,
  haltsInForce,
  haltsOf,
  MAX_REASON_CHARACTERS,
} from './halt.ts';
export { HALT_FILTERS, type HeldHalt, haltHistory, listHalts } from './list.ts';
