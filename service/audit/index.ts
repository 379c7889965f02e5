export { registriesOf } from './registries/index.ts';
export {
  type CheckContext,
  type Registry,
  type RegistryReport,
  registryOnThread,
  Tally,
  type ThreadCheck,
} from './registry.ts';
export { type Audit, startAudit } from './start.ts';
export { type RowsToTakeOver, takeOver } from './take-over.ts';
export { type TruthVerification, type TruthVerifier, truthFields, truthVerifier } from './verify-truth.ts';
