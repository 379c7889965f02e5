/** The evidence format: bytes in, verdict out. No file, no network, no clock. */

export { decodeBase64, encodeBase64 } from './canonical/base64.ts';
export type { JsonObject, JsonValue } from './canonical/canonical.ts';
export { canonicalJson, MAX_NESTING } from './canonical/canonical.ts';
export { isExactNumber } from './canonical/exact-number.ts';
export { canBeMember } from './canonical/json-bytes.ts';
export { parseJson } from './canonical/parse.ts';
export { type JsonScan, type ScanLimits, scanJson } from './canonical/scan.ts';
export { escapeOf, harmlessJson, hasInvisible, shown, shownJson } from './canonical/shown.ts';
export {
  CHAIN_PROBLEMS,
  type ChainCounts,
  type ChainFault,
  type ChainPosition,
  type ChainProblem,
  type ChainVerifier,
  chainVerifier,
  type StoredRecord,
} from './chain/chain.ts';
export {
  GENESIS_HASH,
  type LeafFields,
  leafHash,
  leafText,
  leafTextOf,
  payloadCommitment,
  SALT_BYTES,
} from './chain/leaf.ts';
export { MAX_SAMPLE } from './exceptions/contents.ts';
export { isPasskeyKey } from './exceptions/cose.ts';
export {
  EXCEPTIONS_ACTION,
  EXCEPTIONS_FORMAT,
  type ExceptionsFile,
  type ExceptionsReport,
  type ListedRecord,
  type RecordedSignOff,
  SIGN_OFF_ACTION,
  type SignOffStatement,
  statementOf,
} from './exceptions/report-file.ts';
export { drawSample, SAMPLE_METHOD } from './exceptions/sample.ts';
export { base64url, challengeOf } from './exceptions/sign-off.ts';
export { faultOfPasskey } from './exceptions/signed.ts';
export { type ReportVerification, verifyExceptions } from './exceptions/verify-report.ts';
export {
  EXPORT_FORMAT,
  EXPORT_MEMBERS,
  type ExportEnd,
  type ExportFilter,
  type ExportManifest,
  type ExportRemoval,
} from './export/format.ts';
export { REMOVAL_ACTIONS, type Removal, type RemovalKind, readRemoval } from './export/removal.ts';
export type { WithheldCounts } from './export/removals.ts';
export {
  EXPORT_PROBLEMS,
  type ExportProblem,
  type ExportProblemName,
  type ExportReport,
  type ExportVerdict,
  type TrustedComparison,
} from './export/report.ts';
export {
  isStatement,
  mayHaveLost,
  PERMANENT_ACTIONS,
  RESTORE_ACTION,
  type Restore,
  type RestoreOrigin,
  type RestoreRecord,
  readRestoreOrigin,
  readRestores,
  readStatedRestore,
  restoreFields,
  restoreOriginFields,
  restoreSentence,
  restoresIn,
  type StatedRestore,
  statedRestoreFields,
} from './export/restore.ts';
export { positionsIn, type Span, spansWithout, unionOfSpans } from './export/span.ts';
export { type ExportVerifier, type ExportVerifierOptions, exportVerifier } from './export/verifier.ts';
export { reportJson, wordsOf } from './export/words.ts';
export {
  type Checkpoint,
  type CheckpointProblem,
  checkpointOrigin,
  formatCheckpoint,
  type OpenCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
  unsignedCheckpoint,
} from './notes/checkpoint.ts';
export { type Cosignature, cosignaturesOf, formatWitnessKey, parseWitnessKey } from './notes/cosignature.ts';
export {
  type Fault,
  NOTE_PROBLEMS,
  type NoteProblem,
  type NoteSignature,
  type OpenNote,
  openNote,
  signNote,
  unopenedNote,
} from './notes/note.ts';
export {
  formatVerifierKey,
  keyId,
  parseVerifierKey,
  type Signer,
  signerOf,
  type VerifierKey,
} from './notes/note-key.ts';
export {
  formatProofFile,
  type ProofFile,
  type ProofFileProblem,
  parseProofFile,
  type VerifiedProofFile,
  verifyProofFile,
} from './notes/proof-file.ts';
export { ED25519_SEED_BYTES } from './platform/ed25519.ts';
export {
  formatHash,
  HASH_BYTES,
  parseHash,
  sameHash,
  sha256,
  sha256Hex,
  sha256Text,
} from './platform/sha256.ts';
export {
  type ConsistencyProof,
  EMPTY_ROOT,
  type InclusionProof,
  nodeHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from './tree/merkle.ts';
export {
  carryOut,
  consistencyPlan,
  type HashAt,
  inclusionPlan,
  type ProofPlan,
  rootOf,
  rootPlan,
  type TreeNode,
} from './tree/merkle-plan.ts';
export {
  hashesFromTiles,
  hashesOfTile,
  partialTilesOf,
  TILE_BYTES,
  TILE_HEIGHT,
  TILE_WIDTH,
  type Tile,
  type TileData,
  type TilePlace,
  tilePlace,
  tilesForNodes,
  tileWidth,
} from './tree/tile.ts';
export { bundlePath, type EntryBundle, parseBundlePath, parseTilePath, tilePath } from './tree/tile-path.ts';
export { type TreeBuilder, treeBuilder } from './tree/tree-builder.ts';
