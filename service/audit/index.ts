/** What a registry is made of, for every domain that has one. */

export { changesOf, type Holding, holdingsOf, type ToldChange } from './changes.ts';
export {
  type LeafAndPayload,
  leavesById,
  leavesOfType,
  leavesWithPayload,
  PAGE_ROWS,
  pagesOf,
  rangesOf,
  readPayload,
} from './read.ts';
export { alarmsRegistry, alarmsToTakeOver } from './registries/alarms-registry.ts';
export { approvalsRegistry } from './registries/approvals-registry.ts';
export { budgetsRegistry } from './registries/budgets-registry.ts';
export { chainRegistry } from './registries/chain-registry.ts';
export { decisionsRegistry, decisionsToTakeOver } from './registries/decisions-registry.ts';
export { endpointsRegistry, endpointsToTakeOver } from './registries/endpoints-registry.ts';
export { exportsRegistry, exportsToTakeOver } from './registries/exports-registry.ts';
export { haltsRegistry } from './registries/halts-registry.ts';
export { idempotencyRegistry } from './registries/idempotency-registry.ts';
export { fingerprintOf, keysRegistry } from './registries/keys-registry.ts';
export { logRegistry } from './registries/log-registry.ts';
export { Positions } from './registries/missing-payloads.ts';
export { outcomesRegistry } from './registries/outcomes-registry.ts';
export { policiesRegistry } from './registries/policies-registry.ts';
export { refusalsRegistry } from './registries/refusals-registry.ts';
export { removalsRegistry } from './registries/removals-registry.ts';
export { resolutionsRegistry } from './registries/resolutions-registry.ts';
export { searchBlocksRegistry } from './registries/search-blocks-registry.ts';
export { settingsRegistry } from './registries/settings-registry.ts';
export { trustRegistry } from './registries/trust-registry.ts';
export { usageRegistry } from './registries/usage-registry.ts';
export { verdictsRegistry } from './registries/verdicts-registry.ts';
export {
  type CheckContext,
  type Registry,
  type RegistryReport,
  registryOnThread,
  Tally,
  type ThreadCheck,
} from './registry.ts';
export { spansWith } from './spans.ts';
export { type RowsToTakeOver, takeOver } from './take-over.ts';
export { TAKE_OVER, type TakenKind, type TakenOver, takenOver } from './taken-over.ts';
export { type TruthVerification, type TruthVerifier, truthFields, truthVerifier } from './verify-truth.ts';
