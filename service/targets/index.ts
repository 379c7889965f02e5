export { addTargets, MAX_TARGETS_AT_ONCE, removeTarget, TARGETS_ADDED, TARGETS_REMOVED } from './change.ts';
export { CSV_COLUMNS, type ReadCsv, readTargetsCsv } from './csv.ts';
export {
  findTarget,
  type KnownTargetRow,
  MAX_NAME_CHARACTERS,
  type TargetRecord,
  targetFields,
  targetsOf,
} from './known-target.ts';
export {
  listTargets,
  reachesIn,
  removedIn,
  type ShownTarget,
  type StatedTarget,
  targetsIn,
  withValues,
} from './list.ts';
