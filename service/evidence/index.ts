export {
  type Append,
  type AppendResult,
  ARTIFACT_TYPES,
  type ArtifactDraft,
  type IdempotencyClaim,
  type ReservationRequest,
} from './artifact.ts';
export type { ChainHealth } from './chain-health.ts';
export type { Overload } from './overload.ts';
export { type Evidence, startEvidence } from './start.ts';
