export { everyCountIn, storedCounts, type VerdictCount } from './counts.ts';
export { type Days, meteredByDay } from './metered-by-day.ts';
export { INTERVALS, type Interval } from './period.ts';
export { evidenceStatistics } from './statistics.ts';
