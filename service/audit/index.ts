/** What a registry is made of, for every domain that has one. */
export { changesOf, type Holding, holdingsOf, type ToldChange } from './changes.ts';
export { Positions } from './registries/missing-payloads.ts';
export {
  type LeafAndPayload,
  leavesById,
  leavesOfType,
  leavesWithPayload,
  PAGE_ROWS,
  pagesOf,
  rangesOf,
  readPayload,
} from './read.ts';
export {
  type CheckContext,
  type Registry,
  type RegistryReport,
  registryOnThread,
  Tally,
  type ThreadCheck,
} from './registry.ts';
export { TAKE_OVER, type TakenKind, type TakenOver, takenOver } from './taken-over.ts';
