export { createHalt, liftHalt, type WantedHalt } from './change.ts';
export { findHalt, type HaltRecord, haltFields, haltsOf, MAX_REASON_CHARACTERS } from './halt.ts';
export { type Halt, type HaltsInForce, haltOf, haltsInForce } from './in-force.ts';
export { HALT_FILTERS, type HaltFilter, type HeldHalt, haltHistory, listHalts } from './list.ts';
