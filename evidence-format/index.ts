/** The evidence format: bytes in, verdict out. No file, no network, no clock. */

export { canonicalJson, MAX_NESTING } from './canonical.ts';
export {
  CHAIN_PROBLEMS,
  type ChainCounts,
  type ChainFault,
  type ChainPosition,
  type ChainProblem,
  type ChainVerifier,
  chainVerifier,
  type StoredRecord,
} from './chain.ts';
export type { JsonObject, JsonValue } from './json.ts';
export {
  GENESIS_HASH,
  type LeafFields,
  leafHash,
  leafText,
  payloadCommitment,
  SALT_BYTES,
} from './leaf.ts';
export { parseJson } from './parse.ts';
export { type JsonScan, type ScanLimits, scanJson } from './scan.ts';
export { formatHash, HASH_BYTES, parseHash, sameHash, sha256, sha256Text } from './sha256.ts';
