export { type ActiveGovernance, type GovernanceCache, governanceCache } from './active.ts';
