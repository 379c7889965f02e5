export { type Halt, type HaltsInForce, haltOf, haltsInForce } from './in-force.ts';
