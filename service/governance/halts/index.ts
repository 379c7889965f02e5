export { createHalt, type WantedHalt } from './create.ts';
export { findHalt, type HaltRecord, haltFields, haltsOf, MAX_REASON_CHARACTERS } from './halt.ts';
export { type HeldHalt, haltHistory } from './history.ts';
export { type Halt, type HaltsInForce, haltOf, haltsInForce } from './in-force.ts';
export { liftHalt } from './lift.ts';
export { HALT_FILTERS, type HaltFilter, listHalts } from './list.ts';
