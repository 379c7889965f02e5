export { everyCountIn, storedCounts, type VerdictCount } from './counts.ts';
export { type Days, meteredByDay } from './metered-by-day.ts';
export { evidenceStatistics, INTERVALS, type Interval } from './statistics.ts';
