export { type CompiledPolicy, compilePolicy, faultsOfRules, policySet, type RuleFault } from './compile.ts';
export { documentOf, faultsOfPolicy, type WrittenPolicy } from './document.ts';
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
export { readPolicy } from './read.ts';
