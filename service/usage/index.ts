export { monthName, monthOf, readMonth, startOf } from './month.ts';
export { METERS, type Meter } from './prices.ts';
export { usageRegistry } from './usage-registry.ts';
export { type Used, usedIn } from './used.ts';
