export { policiesInForce } from './in-force.ts';
export type { PolicyInput, PolicyMatch, PolicySet } from './policy.ts';
