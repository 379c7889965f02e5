export { nameOf, namesOf } from './candidates.ts';
export {
  type Added,
  addTargets,
  MAX_TARGETS_AT_ONCE,
  removeTarget,
  TARGETS_ADDED,
  TARGETS_REMOVED,
  type TargetDeps,
} from './change.ts';
export { mayClimb } from './climbing.ts';
export { CSV_COLUMNS, type ReadCsv, readTargetsCsv } from './csv.ts';
export { isFileName } from './file-names.ts';
export { hexOf, storedTargetHashes, type TargetHashes, targetHashes } from './hashes.ts';
export { type KnownThen, targetHistory } from './history.ts';
export { canonicalHost } from './host.ts';
export { covers, hashedNames, type Known, type KnownTargets, knownTargets, type Sought } from './known.ts';
export {
  findTarget,
  type KnownTargetRow,
  MAX_NAME_CHARACTERS,
  type TargetRecord,
  targetFields,
  targetsOf,
} from './known-target.ts';
export { listTargets, type ShownTarget, withValues } from './list.ts';
export { forget, type Lesson, type MemoryDeps, remember, type Taught } from './memory.ts';
export { faultOf, MAX_TARGET_CHARACTERS, type Normalised, normalise } from './normalise.ts';
export { startTargets, type Targets } from './start.ts';
export { reachesIn, removedIn, type StatedTarget, targetsIn } from './stated.ts';
export {
  DETECT,
  EFFECTS,
  type Effect,
  type Reach,
  type ReadReach,
  ROLES,
  type Role,
  TARGET_KINDS,
  type Target,
  type TargetKind,
  type UnreadableReach,
  type WrittenKind,
  type WrittenTarget,
} from './vocabulary.ts';
