/** The tables of what was used, as the queries see them. */
import type { CallMeter, Counter } from '../../foundation/meters.ts';

/** What artifacts added to the meters of a chain in a month. Changes only in the transactions that add or remove them. */
export interface UsageCountersTable extends Record<Counter, number> {
  chain: number;
  /** UTC: year × 12 + month, counted from 0. */
  month: number;
  /** Of metered artifacts: bytes of payload that came in. */
  payload_bytes: number;
  /** And that were removed, in this month, whenever they came in. */
  removed_bytes: number;
}

/** What was used in a month that leaves no evidence. */
export interface UsageCallsTable {
  chain: number;
  month: number;
  meter: CallMeter;
  used: number;
}

/** Which tier a tenant was put on, when. */
export interface TenantTiersTable {
  tenant_id: string;
  set_at: number;
  tier: string;
}

/** What a tenant owes for a month that has ended. Rows are only ever added. */
export interface InvoicesTable {
  tenant_id: string;
  month: number;
  closed_at: number;
  /** JSON, with the prices of that time: later ones change nothing. */
  body: string;
}

/** What each node states that it holds of a chain's rate limit, as JSON. Changes under its own lock, a few times a second. */
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

/** Of which day, since the epoch, the tenant was told last what it used. */
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
