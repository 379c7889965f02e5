export { hexOf, storedTargetHashes, type TargetHashes, targetHashes } from './hashes.ts';
export { type KnownThen, targetHistory } from './history.ts';
export { covers, hashedNames, type Known, type KnownTargets, knownTargets, type Sought } from './known.ts';
export { forget, type Lesson, type MemoryDeps, remember, type Taught } from './memory.ts';
