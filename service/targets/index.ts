export { type Added, addTargets, MAX_TARGETS_AT_ONCE, removeTarget, TARGETS_ADDED, TARGETS_REMOVED, type TargetDeps } from './change.ts';

export { CSV_COLUMNS, type ReadCsv, readTargetsCsv } from './csv.ts';

export { hexOf, storedTargetHashes, type TargetHashes, targetHashes } from './hashes.ts';
export { type KnownThen, targetHistory } from './history.ts';

export { covers, hashedNames, type Known, type KnownTargets, knownTargets, type Sought } from './known.ts';
export { findTarget, type KnownTargetRow, MAX_NAME_CHARACTERS, type TargetRecord, targetFields, targetsOf } from './known-target.ts';
export { listTargets, type ShownTarget, withValues } from './list.ts';
export { forget, type Lesson, type MemoryDeps, remember, type Taught } from './memory.ts';

export { startTargets, type Targets } from './start.ts';
export { reachesIn, removedIn, type StatedTarget, targetsIn } from './stated.ts';
