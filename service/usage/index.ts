export { callStatements, countCall, requireCall } from './calls.ts';
export { amountFields, invoiceFields, summaryFields } from './fields.ts';
export {
  allowanceFor,
  isStorageUsedUp,
  type Quota,
  type Quotas,
  quotasOver,
  type UsageWarning,
  warningOf,
} from './quota.ts';
export { startUsage, type Usage } from './start.ts';
export { thresholdWatch } from './thresholds.ts';
export { usedIn } from './used.ts';
