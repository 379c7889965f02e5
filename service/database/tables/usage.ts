/** The tables of usage, as the queries see them. */
import type { Generated } from 'kysely';
import type { CallMeter, Counter } from '../../foundation/meters.ts';

/** The counts of a chain's artifacts in a month. Changes only in the transactions that add or remove artifacts. */
export interface UsageCountersTable
  extends Record<FirstCounter, number>,
    Record<Exclude<Counter, FirstCounter>, Generated<number>> {
  chain: number;
  /** UTC: year × 12 + month, counted from 0. */
  month: number;
  /** Bytes of payload that metered artifacts added. */
  payload_bytes: number;
  /** Bytes of payload that were removed in this month, regardless of their age. */
  removed_bytes: number;
}

/** Columns that the table had at first; each later one has the default 0. */
type FirstCounter = 'evaluations' | 'emissions' | 'compliance_checks';

/** Usage in a month that leaves no evidence. */
export interface UsageCallsTable {
  chain: number;
  month: number;
  meter: CallMeter;
  used: number;
}

/** The tiers of a tenant over time. */
export interface TenantTiersTable {
  tenant_id: string;
  set_at: number;
  tier: string;
}

/** The invoice of a tenant for a month that has ended. Rows are only ever added. */
export interface InvoicesTable {
  tenant_id: string;
  month: number;
  closed_at: number;
  /** JSON, with the prices of that time; later prices don't change it. */
  body: string;
}

/** Each node's share of a chain's rate limit, as JSON. Changes under its own lock, a few times a second. */
export interface RateHoldingsTable {
  chain: number;
  holdings: string;
}

/** Evidence records of a chain on a UTC day (counted since 1970), as far as its plan limits them. */
export interface RateDaysTable {
  chain: number;
  day: number;
  records: number;
}

/** The last day, counted from the epoch, that was reported to the tenant. */
export interface UsageReportsTable {
  chain: number;
  day: number;
}

export interface UsageTables {
  usage_reports: UsageReportsTable;
  invoices: InvoicesTable;
  rate_holdings: RateHoldingsTable;
  rate_days: RateDaysTable;
  usage_calls: UsageCallsTable;
  tenant_tiers: TenantTiersTable;
  usage_counters: UsageCountersTable;
}
