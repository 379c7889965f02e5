export { createHalt, type WantedHalt } from './create.ts';
export { findHalt, type HaltRecord, haltFields, LONGEST_REASON } from './halt.ts';
export { haltsRegistry } from '../../audit/registries/halts-registry.ts';
export { type HeldHalt, haltHoldings } from './holdings.ts';
export { type Halt, type HaltsInForce, haltOf, haltsInForce } from './in-force.ts';
export { liftHalt } from './lift.ts';
export { HALT_FILTERS, type HaltFilter, listHalts } from './list.ts';
