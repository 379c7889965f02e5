export { type VerdictCount, everyCountIn, storedCounts } from './counts.ts';
export { type Days, meteredByDay } from './metered-by-day.ts';
export { INTERVALS, type Interval, evidenceStatistics } from './statistics.ts';
