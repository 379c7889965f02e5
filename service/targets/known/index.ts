export {
  hashesUnder,
  hexOf,
  storedTargetHashes,
  type TargetHashes,
  targetHashes,
  targetSecret,
} from './hashes.ts';
export { targetHistory } from './history.ts';
export { covers, hashedNames, type Known, type KnownTargets, knownTargets } from './known.ts';
export { forget, type Lesson, remember, type Taught } from './memory.ts';
