export { hasteChore, hasteWatch } from './hasty.ts';
export { QUICK_MS } from './presses.ts';
export { type DecidingStatistics, decidingStatistics, type Figures } from './statistics.ts';
