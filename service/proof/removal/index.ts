export { type RemovalDeps, removalChore } from './chore.ts';
export { isKept } from './kept.ts';
export { redact } from './redact.ts';
