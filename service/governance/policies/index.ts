export { activate, deactivate, rollBack } from './change.ts';
export type { CompiledPolicy } from './compile.ts';
export { loadCompiler } from './compiler.ts';
export {
  documentOf,
  faultFields,
  faultsOfPolicy,
  hashOfPolicy,
  MAX_LIST_VALUES,
  MAX_LISTS,
  MAX_RULES,
  MAX_SOURCE_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_VARIABLES,
  NAME_PATTERN,
  nameOfFaulty,
  type PlacedFault,
  requireGoodRules,
  WORD_PATTERN,
  type WrittenPolicy,
} from './document.ts';
export { type HeldPolicies, NO_POLICIES, policyHistory } from './history.ts';
export { type Draft, policiesInForce, policiesWithDraft, policySetsOf } from './in-force.ts';
export {
  EFFECTS,
  NO_ACT,
  type PolicyAct,
  type PolicyDocument,
  type PolicyInput,
  type PolicyMatch,
  type PolicySet,
} from './policy.ts';
export { readPolicy } from './read.ts';
export { type Member, membersText, recordedSet, SWITCHED, setVersionOf } from './set.ts';
export {
  findPolicy,
  findVersion,
  listPolicies,
  listVersions,
  type Policy,
  type PolicyVersion,
  policyFields,
  versionFields,
} from './store.ts';
export { addVersion, createPolicy, type PolicyOwner } from './write.ts';
export { linesOfText, readYaml } from './yaml.ts';
