export { monthName, monthOf, readMonth, startOfMonth } from '../foundation/month.ts';
export { historyOf, readAccount, runningOf, sandboxStatement } from './account/account.ts';
export type { Statement } from './account/billing.ts';
export { closesAt, closingChore } from './account/close.ts';
export { amountFields, invoiceFields, summaryFields } from './account/fields.ts';
export { usdText } from './account/money.ts';
export { callStatements, countCall, requireCall } from './calls.ts';
export { cloudEventOf, USAGE_FORMATS } from './export/cloud-event.ts';
export { linesOfMonth, monthToExport, type UsageLine } from './export/lines.ts';
export { reportChore } from './export/reports.ts';
export { type Invoice, invoiceOf } from './invoices/invoice.ts';
export { invoiceCsv } from './invoices/invoice-csv.ts';
export { InvoicePrinter } from './invoices/invoice-printer.ts';
export { eachCharge, figureText } from './invoices/invoice-wording.ts';
export type { RateLimiter, RateLimitState, Weight } from './limits/rate-limiter.ts';
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
export { agree } from './terms/agree.ts';
export { ALLOWANCES, PLAN_LIMITS } from './terms/prices.ts';
export { type TierEffect, tierEffect } from './terms/tier-effect.ts';
export { thresholdWatch } from './thresholds.ts';
export { usedIn } from './used.ts';
