export { type CompiledPolicy, compilePolicy, faultsOfRules, policySet, type RuleFault } from './compile.ts';
export { policiesInForce } from './in-force.ts';
export {
  EFFECTS,
  type Effect,
  type PolicyDocument,
  type PolicyInput,
  type PolicyMatch,
  type PolicyRule,
  type PolicySet,
} from './policy.ts';
