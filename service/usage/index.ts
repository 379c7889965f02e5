export { monthName, monthOf, readMonth, startOfMonth } from '../foundation/month.ts';
export { type Account, historyOf, readAccount, runningOf } from './account.ts';
export { agree } from './agree.ts';
export { type Agreed, readAgreed } from './agreed.ts';
export type { Charge, Statement } from './billing.ts';
export { callStatements, countCall, requireCall } from './calls.ts';
export { closesAt, closingChore } from './close.ts';
export { cloudEventOf, USAGE_FORMATS } from './cloud-event.ts';
export { amountFields, invoiceFields, summaryFields } from './fields.ts';
export { type Invoice, invoiceOf } from './invoice.ts';
export { invoiceCsv } from './invoice-csv.ts';
export { InvoicePrinter } from './invoice-printer.ts';
export { eachCharge, figureText, unitsText } from './invoice-wording.ts';
export type { RateLimiter, RateLimitState, Weight } from './limits/rate-limiter.ts';
export { linesOfMonth, monthToTake, type UsageLine } from './lines.ts';
export { usdText } from './money.ts';
export { ALLOWANCES, PLAN_LIMITS } from './prices.ts';
export {
  allowanceFor,
  isStorageUsedUp,
  type Quota,
  type Quotas,
  quotasOver,
  type UsageWarning,
  warningOf,
} from './quota.ts';
export { reportChore } from './reports.ts';
export { startUsage, type Usage } from './start.ts';
export { thresholdWatch } from './thresholds.ts';
export { type TierStanding, tierStanding } from './tier-standing.ts';
export { type Allowances, allowancesOf } from './tiers.ts';
export { type Used, usedIn } from './used.ts';
