export { type EvidenceAppender, startAppender } from './append.ts';
export {
  type Append,
  type AppendResult,
  ARTIFACT_TYPES,
  type ArtifactDraft,
  type ArtifactType,
  chainId,
  type IdempotencyClaim,
  type WantedReservation,
} from './artifact.ts';
export { blockSummariser } from './blocks.ts';
export { type Digest, digests, digestsMade } from './digest.ts';
export { createExport, type ExportRequest } from './export/create.ts';
export {
  downloadsOf,
  type ExportDefinition,
  type ExportDownload,
  findExport,
} from './export/definition.ts';
export { type Download, fileNameOf, openDownload } from './export/download.ts';
export { type LinkQuery, linkQuery, readLink, refuseExpired } from './export/link.ts';
export { Renderings } from './export/rendering.ts';
export { EXPORT_FORMATS, type ExportFormat } from './export/source.ts';
export {
  type ChangeDeps,
  changeGovernance,
  type GovernDeps,
  OPERATOR,
  recordChange,
  type Stamp,
  stampNow,
} from './governance-change.ts';
export { forgetExpiredOutcomes, IDEMPOTENCY_LIFETIME_MS } from './idempotency.ts';
export { checkpointCovering, latestCheckpoint, type SignedCheckpoint } from './log/checkpoints.ts';
export {
  checkpointOf,
  consistencySince,
  type LogResource,
  logResource,
  proofOf,
  recordOf,
} from './log/evidence-log.ts';
export { type PublishedKey, publishedKeyFields, publishedKeys } from './log/published-keys.ts';
export { Refusal } from './log/refusal.ts';
export { type Rotation, rotateSigningKey } from './log/rotate.ts';
export { type OpenSigning, openSigning, type Signing, verifiersIn } from './log/signing.ts';
export { openSigningFolder, type SigningFolder } from './log/signing-folder.ts';
export { STANDINGS, standingOf } from './log/standing.ts';
export { adviceFor, signingWarnings } from './log/unsigned.ts';
export type { ArtifactFilter } from './matching.ts';
export { type Allowance, allowanceExceeded, monthOf, secondsToNextMonth, startOf } from './metered.ts';
export { DAY_MS, type Days, dayOf, meteredByDay } from './metered-by-day.ts';
export {
  type EvidenceOfPeriod,
  evidenceOfPeriod,
  type KindOfEvidence,
  type Period,
} from './of-period.ts';
export { PAGE_BYTES, readInPieces } from './payload-pieces.ts';
export {
  type Artifact,
  findArtifact,
  findArtifacts,
  latestArtifacts,
  payloadBytesOf,
  payloadTextOf,
} from './read.ts';
export { type RemovalDeps, removalChore } from './removal/chore.ts';
export { type Redaction, redact } from './removal/redact.ts';
export { type RetentionSetting, retentionDays } from './removal/retention.ts';
export { type PrunedChain, prunedChains } from './removal/state.ts';
export {
  acknowledgeRestore,
  type RestoreDeps,
  type RestoreWords,
  requireAsSigned,
} from './restore/acknowledge.ts';
export { restoresOf } from './restore/stated.ts';
export { listArtifacts, requireDistinct, requireOrder, searchArtifacts } from './search.ts';
export { type CursorKind, type Cursors, openCursor, signCursor } from './signed-cursor.ts';
export { spansWith } from './spans.ts';
export { type RowsToTakeOver, takeOver } from './take-over.ts';
export { alarmsRegistry, alarmsToTakeOver } from './truth/alarms-registry.ts';
export { chainRegistry } from './truth/chain-registry.ts';
export { changesOf } from './truth/changes.ts';
export { exportsRegistry, exportsToTakeOver } from './truth/exports-registry.ts';
export { logRegistry } from './truth/log-registry.ts';
export { removalsRegistry } from './truth/removals-registry.ts';
export { searchBlocksRegistry } from './truth/search-blocks-registry.ts';
export {
  type TruthVerification,
  type TruthVerifier,
  truthFields,
  truthVerifier,
} from './truth/verify-truth.ts';
export {
  type Alarm,
  type AlarmDeps,
  acknowledgeAlarms,
  alarmsRaisedIn,
  type Finding,
  openAlarms,
  raiseAlarm,
} from './verification/alarms.ts';
export { type ChainHealth, chainHealth } from './verification/chain-health.ts';
export { type DailyDeps, dailyVerification } from './verification/daily.ts';
export {
  type EvidenceVerifier,
  evidenceVerifier,
  type TimedVerification,
} from './verification/evidence-verifier.ts';
export { type VerifyDeps, verifyChain } from './verification/verify-chain.ts';
export { type RangeVerifier, verifyThreads } from './verification/verify-threads.ts';
