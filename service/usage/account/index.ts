export { historyOf, readAccount, runningOf, sandboxStatement } from './account.ts';
export type { Statement } from './billing.ts';
export { closesAt, closingChore } from './close.ts';
export { amountFields, invoiceFields, summaryFields } from './fields.ts';
export { usdText } from './money.ts';
