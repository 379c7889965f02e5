export { type Care, careTaken } from './care.ts';
export { hasteChore, hasteWatch } from './hasty.ts';
export { HASTY_PRESSES, HASTY_WINDOW_MS, QUICK_MS } from './presses.ts';
export { type DecidingStatistics, decidingStatistics, type Figures } from './statistics.ts';
