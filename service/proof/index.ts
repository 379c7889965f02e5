export { createExport, csvBomOf } from './export/create.ts';
export {
  definitionOf,
  downloadsOf,
  EXPORTED,
  type ExportDefinition,
  type ExportDownload,
  findExport,
  termsOf,
} from './export/definition.ts';
export { type Download, fileNameOf, openDownload } from './export/download.ts';
export { type LinkQuery, linkQuery, readLink, refuseExpired } from './export/link.ts';
export { Renderings } from './export/rendering.ts';
export { EXPORT_FORMATS, type ExportFormat } from './export/source.ts';
export { checkpointCovering, latestCheckpoint, type SignedCheckpoint } from './log/checkpoints.ts';
export { checkpointOf, consistencySince, logResource, proofOf, recordOf } from './log/evidence-log.ts';
export { publishedKeyFields, publishedKeys } from './log/published-keys.ts';
export { Refusal } from './log/refusal.ts';
export { type Rotation, rotateSigningKey } from './log/rotate.ts';
export { type OpenSigning, type Signing, verifiersIn } from './log/signing.ts';
export { openSigningFolder, type SigningFolder } from './log/signing-folder.ts';
export { SIGNING_STATES, signingStateOf } from './log/signing-state.ts';
export { adviceFor, signingWarnings } from './log/unsigned.ts';
export { type RemovalDeps, removalChore } from './removal/chore.ts';
export { isKept } from './removal/kept.ts';
export { redact } from './removal/redact.ts';
export { type RetentionSetting, retentionDays } from './removal/retention.ts';
export { acknowledgeRestore, type RestoreWords, requireAsSigned } from './restore/acknowledge.ts';
export { restoresOf } from './restore/stated.ts';
export { type Proof, startProof } from './start.ts';
export {
  ALARM_ACTIONS,
  type Alarm,
  type AlarmDeps,
  acknowledgeAlarms,
  alarmsRaisedIn,
  type Finding,
  openAlarms,
  raiseAlarm,
} from './verification/alarms.ts';
export { damageWarnings } from './verification/damage.ts';
export {
  type EvidenceVerifier,
  type TimedVerification,
  verificationFields,
} from './verification/evidence-verifier.ts';
export type { SigningView } from './verification/held-checkpoints.ts';
export { soundRun } from './verification/lean.ts';
export { integrityStateOf } from './verification/state.ts';
export { verifyChain } from './verification/verify-chain.ts';
export type { RangeVerifier } from './verification/verify-threads.ts';
