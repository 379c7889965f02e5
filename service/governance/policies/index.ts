export { activate, deactivate, rollBack } from './change.ts';
export {
  type Draft,
  type HeldPolicies,
  NO_POLICIES,
  policiesInForce,
  policiesWithDraft,
  policyHistory,
  policySetsOf,
} from './in-force.ts';
export {
  EFFECTS,
  NO_ACT,
  type PolicyAct,
  type PolicyDocument,
  type PolicyInput,
  type PolicyMatch,
  type PolicySession,
  type PolicySet,
} from './policy.ts';
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
