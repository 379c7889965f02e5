export { type EvidenceAppender, startAppender } from './append/append.ts';
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
export { blockSummariser } from './search/blocks.ts';
export { type Digest, digests, digestsMade } from './digest.ts';
export { createExport, type ExportRequest } from '../proof/export/create.ts';
export {
  downloadsOf,
  type ExportDefinition,
  type ExportDownload,
  findExport,
} from '../proof/export/definition.ts';
export { type Download, fileNameOf, openDownload } from '../proof/export/download.ts';
export { type LinkQuery, linkQuery, readLink, refuseExpired } from '../proof/export/link.ts';
export { Renderings } from '../proof/export/rendering.ts';
export { EXPORT_FORMATS, type ExportFormat } from '../proof/export/source.ts';
export {
  type ChangeDeps,
  changeGovernance,
  type GovernDeps,
  OPERATOR,
  recordChange,
  type Stamp,
  stampNow,
} from './governance-change.ts';
export { forgetExpiredOutcomes, IDEMPOTENCY_LIFETIME_MS } from './append/idempotency.ts';
export { checkpointCovering, latestCheckpoint, type SignedCheckpoint } from '../proof/log/checkpoints.ts';
export {
  checkpointOf,
  consistencySince,
  type LogResource,
  logResource,
  proofOf,
  recordOf,
} from '../proof/log/evidence-log.ts';
export { type PublishedKey, publishedKeyFields, publishedKeys } from '../proof/log/published-keys.ts';
export { Refusal } from '../proof/log/refusal.ts';
export { type Rotation, rotateSigningKey } from '../proof/log/rotate.ts';
export { type OpenSigning, openSigning, type Signing, verifiersIn } from '../proof/log/signing.ts';
export { openSigningFolder, type SigningFolder } from '../proof/log/signing-folder.ts';
export { STANDINGS, standingOf } from '../proof/log/standing.ts';
export { adviceFor, signingWarnings } from '../proof/log/unsigned.ts';
export type { ArtifactFilter } from './search/matching.ts';
export { type Allowance, allowanceExceeded, monthOf, secondsToNextMonth, startOf } from './append/metered.ts';
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
export { type RemovalDeps, removalChore } from '../proof/removal/chore.ts';
export { type Redaction, redact } from '../proof/removal/redact.ts';
export { type RetentionSetting, retentionDays } from '../proof/removal/retention.ts';
export { type PrunedChain, prunedChains } from '../proof/removal/state.ts';
export {
  acknowledgeRestore,
  type RestoreDeps,
  type RestoreWords,
  requireAsSigned,
} from '../proof/restore/acknowledge.ts';
export { restoresOf } from '../proof/restore/stated.ts';
export { listArtifacts, requireDistinct, requireOrder, searchArtifacts } from './search/search.ts';
export { type CursorKind, type Cursors, openCursor, signCursor } from '../database/signed-cursor.ts';
export { spansWith } from '../audit/spans.ts';
export { type RowsToTakeOver, takeOver } from '../audit/take-over.ts';
export { alarmsRegistry, alarmsToTakeOver } from '../audit/registries/alarms-registry.ts';
export { chainRegistry } from '../audit/registries/chain-registry.ts';
export { changesOf } from '../audit/changes.ts';
export { exportsRegistry, exportsToTakeOver } from '../audit/registries/exports-registry.ts';
export { logRegistry } from '../audit/registries/log-registry.ts';
export { removalsRegistry } from '../audit/registries/removals-registry.ts';
export { searchBlocksRegistry } from '../audit/registries/search-blocks-registry.ts';
export {
  type TruthVerification,
  type TruthVerifier,
  truthFields,
  truthVerifier,
} from '../audit/verify-truth.ts';
export {
  type Alarm,
  type AlarmDeps,
  acknowledgeAlarms,
  alarmsRaisedIn,
  type Finding,
  openAlarms,
  raiseAlarm,
} from '../proof/verification/alarms.ts';
export { type ChainHealth, chainHealth } from './chain-health.ts';
export { type DailyDeps, dailyVerification } from '../proof/verification/daily.ts';
export {
  type EvidenceVerifier,
  evidenceVerifier,
  type TimedVerification,
} from '../proof/verification/evidence-verifier.ts';
export { type VerifyDeps, verifyChain } from '../proof/verification/verify-chain.ts';
export { type RangeVerifier, verifyThreads } from '../proof/verification/verify-threads.ts';
