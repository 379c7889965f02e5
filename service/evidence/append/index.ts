export type { BatchCommitter } from './append-batch.ts';
export { COMMIT_TOPIC, committerForWorkers, committerOfPrimary } from './append-by-primary.ts';
export type { EvidenceAppender } from './appender.ts';
export { emptyOutcomesOf, forgetExpiredOutcomes, IDEMPOTENCY_LIFETIME_MS } from './idempotency.ts';
export { allowanceExceeded, countRemoved } from './metered.ts';
export { leafOf, seal } from './seal.ts';
