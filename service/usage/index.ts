export { type Agreed, agree, readAgreed } from './agreed.ts';
export { monthName, monthOf, readMonth, startOf } from './month.ts';
export { METERS, type Meter } from './prices.ts';
export { type Allowances, allowancesOf } from './tiers.ts';
export { usageRegistry } from './usage-registry.ts';
export { type Used, usedIn } from './used.ts';
