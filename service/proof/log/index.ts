export { proveArtifact, proveGrowth } from './checkpointed-tree.ts';
export { checkpointCovering, latestCheckpoint, type SignedCheckpoint } from './checkpoints.ts';
export {
  checkpointOf,
  consistencySince,
  logResource,
  proofOf,
  recordOf,
  witnessedCheckpointOf,
} from './evidence-log.ts';
export type { EvidenceRecord } from './record.ts';
export { Refusal } from './refusal.ts';
export { publishedKeyFields, publishedKeys } from './signing/published-keys.ts';
export { type Rotation, rotateSigningKey } from './signing/rotate.ts';
export { type OpenSigning, type Signing, verifiersIn } from './signing/signing.ts';
export { openSigningFolder, type SigningFolder } from './signing/signing-folder.ts';
export { SIGNING_STATES, signingStateOf } from './signing/signing-state.ts';
export { adviceFor, signingWarnings } from './signing/unsigned.ts';
export type { Witness } from './witnesses/offer.ts';
