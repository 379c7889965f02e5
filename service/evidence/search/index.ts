export {
  ANY_ACTION,
  BLOCK_POSITIONS,
  blockSummariser,
  SUMMARISED,
  type Summarised,
  summariesOf,
  summarisedBlocks,
  unpackPlaces,
} from './blocks.ts';
export {
  type ArtifactFilter,
  FILTERED_BY,
  matchesFilter,
  partsOfFilter,
  takesAll,
  type View,
} from './filter.ts';
export { countMatching, pinnedView, viewOf } from './matching.ts';
export { rangeOfBlocks, summarisedPositions } from './matching-rows.ts';
export { type EvidenceInPeriod, type EvidenceKind, evidenceInPeriod, type Period } from './of-period.ts';
export { listArtifacts, newestArtifacts, requireDistinct, requireOrder, searchArtifacts } from './search.ts';
export { spansWith } from './spans-with.ts';
