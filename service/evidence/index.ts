export { chainId, chainNumber } from '../database/chain-id.ts';
export {
  type CursorKind,
  type Cursors,
  cutToPage,
  type ListById,
  openCursor,
  type Page,
  pageById,
  positionCursors,
  signCursor,
} from '../database/signed-cursor.ts';
export type { BatchCommitter } from './append/append-batch.ts';
export { COMMIT_TOPIC, committerForWorkers, committerOfPrimary } from './append/append-by-primary.ts';
export type { EvidenceAppender } from './append/appender.ts';
export { emptyOutcomesOf, forgetExpiredOutcomes, IDEMPOTENCY_LIFETIME_MS } from './append/idempotency.ts';
export { allowanceExceeded, countRemoved } from './append/metered.ts';
export { leafOf, seal } from './append/seal.ts';
export {
  type Append,
  type AppendResult,
  ARTIFACT_TYPES,
  type ArtifactDraft,
  type IdempotencyClaim,
  type ReservationRequest,
} from './artifact.ts';
export type { ChainHealth } from './chain-health.ts';
export { changeIn, changesOf, type HistoryEntry, historyOf, type RecordedChange } from './changes.ts';
export { type Digest, digests, existingDigests } from './digest.ts';
export {
  EARLIER_ROWS_ACTION,
  type EarlierRowKind,
  type EarlierRows,
  earlierRows,
  statementsOfEarlierRows,
} from './earlier-rows.ts';
export {
  type Actor,
  type ChangeDeps,
  changeGovernance,
  type GovernDeps,
  moveRevisions,
  nextRevision,
  OPERATOR,
  type PartOfGovernance,
  partyOf,
  recordChange,
  type Stamp,
  stampNow,
} from './governance-change.ts';
export {
  artifactsBesidePayloads,
  type LeafAndPayload,
  leavesById,
  leavesOfType,
  leavesWithPayload,
  PAGE_ROWS,
  pagesOf,
  rangesOf,
  readPayload,
  sizeOf,
  valuesOf,
} from './leaves.ts';
export { type Days, meteredByDay } from './metered-by-day.ts';
export { type EvidenceInPeriod, type EvidenceKind, evidenceInPeriod, type Period } from './of-period.ts';
export { PAGE_BYTES, readInPieces } from './payload-pieces.ts';
export { type PrunedChain, prunedChains } from './pruned.ts';
export {
  type Artifact,
  artifactsAt,
  artifactsWithPayload,
  findArtifact,
  findArtifacts,
  latestArtifacts,
  payloadBytesOf,
  payloadTextOf,
  toArtifact,
} from './read.ts';
export {
  ANY_ACTION,
  BLOCK_POSITIONS,
  blockSummariser,
  SUMMARISED,
  type Summarised,
  summariesOf,
  summarisedBlocks,
  unpackPlaces,
} from './search/blocks.ts';
export type { View } from './search/filter.ts';
export { countMatching, viewOf } from './search/matching.ts';
export { listArtifacts, requireDistinct, requireOrder, searchArtifacts } from './search/search.ts';
export { spansWith } from './search/spans-with.ts';
export { type Evidence, startEvidence } from './start.ts';
export { everyCountIn, storedCounts, type VerdictCount } from './statistics/counts.ts';
export { evidenceStatistics, INTERVALS, type Interval } from './statistics/statistics.ts';
