export {
  artifactsAndPayloads,
  artifactsBesidePayloads,
  artifactsIn,
  artifactsOfRareType,
  type LeafAndPayload,
  leavesById,
  leavesOfType,
  leavesWithPayload,
  PAGE_ROWS,
  pagesOf,
  payloadsIn,
  type RareType,
  rangesOf,
  readPayload,
  sizeOf,
  valuesOf,
} from './leaves.ts';
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
