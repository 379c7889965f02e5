export { createHalt, liftHalt } from './change.ts';
export { type HaltRecord, haltFields, haltsOf, MAX_REASON_CHARACTERS } from './halt.ts';
export { type Halt, type HaltsInForce, haltOf, haltsInForce } from './in-force.ts';
export { HALT_FILTERS, type HeldHalt, haltHistory, listHalts } from './list.ts';
