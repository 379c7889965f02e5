export { type RemovalDeps, removalChore } from './chore.ts';
export { redact } from './redact.ts';
