export { createHalt, type WantedHalt } from './create.ts';
export { findHalt, type HaltRecord, haltFields, haltsOf, LONGEST_REASON } from './halt.ts';
export { type HeldHalt, haltHoldings } from './holdings.ts';
export { type Halt, type HaltsInForce, haltOf, haltsInForce } from './in-force.ts';
export { liftHalt } from './lift.ts';
export { HALT_FILTERS, type HaltFilter, listHalts } from './list.ts';
