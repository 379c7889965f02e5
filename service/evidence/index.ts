export { type EvidenceAppender, startAppender } from './append.ts';
export {
  type Append,
  type AppendResult,
  ARTIFACT_TYPES,
  type ArtifactType,
  chainId,
  type IdempotencyClaim,
} from './artifact.ts';
export { blockSummariser } from './blocks.ts';
export { type ChangeDeps, OPERATOR, recordChange } from './governance-change.ts';
export { forgetExpiredOutcomes } from './idempotency.ts';
export type { ArtifactFilter } from './matching.ts';
export { type Artifact, findArtifact, latestArtifacts } from './read.ts';
export { listArtifacts, requireOrder, searchArtifacts } from './search.ts';
export { OUTCOMES, type ReportedOutcome, type Submitted, submitOutcome } from './submit.ts';
export { type ChainVerification, verifyChain } from './verify.ts';
