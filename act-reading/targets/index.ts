export { nameOf, namesOf } from './candidates.ts';
export { mayClimb } from './climbing.ts';
export { isFileName } from './file-names.ts';
export { canonicalHost } from './host.ts';
export { faultOf, MAX_TARGET_CHARACTERS, type Normalised, normalise } from './normalise.ts';
export {
  DETECT,
  EFFECTS,
  type Effect,
  type Reach,
  type ReadReach,
  TARGET_KINDS,
  TARGET_ROLES,
  type Target,
  type TargetKind,
  type TargetRole,
  type UnreadableReach,
  type WrittenKind,
  type WrittenTarget,
} from './vocabulary.ts';
