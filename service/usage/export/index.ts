export { cloudEventOf, USAGE_FORMATS } from './cloud-event.ts';
export { linesOfMonth, monthToExport, type UsageLine } from './lines.ts';
export { reportChore } from './reports.ts';
