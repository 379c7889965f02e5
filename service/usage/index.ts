export { monthName, monthOf, readMonth, startOf } from './month.ts';
export { usageRegistry } from './usage-registry.ts';
