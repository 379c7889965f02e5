/** How much of each meter a chain has used in a month. */
import type { Database } from '../database/open.ts';
import { METERS, type Meter } from './prices.ts';

/** By meter; of storage, the bytes held at the end of the month, or now. */
export type Used = Record<Meter, number>;

/** Reads a row for each month the chain has lived, and one for each meter of calls. */
export async function usedIn(db: Database, chain: number, month: number): Promise<Used> {
  const used = Object.fromEntries(METERS.map((meter) => [meter, 0])) as Used;
  const counters = await db
    .selectFrom('usage_counters')
    .selectAll()
    .where('chain', '=', chain)
    .where('month', '<=', month)
    .execute();
  for (const row of counters) {
    used.evidence_storage_gb += row.payload_bytes - row.removed_bytes;
    if (row.month !== month) continue;
    used.governance_evaluations = row.evaluations;
    used.evidence_emissions = row.emissions;
    used.compliance_checks = row.compliance_checks;
  }
  const calls = await db
    .selectFrom('usage_calls')
    .select(['meter', 'used'])
    .where('chain', '=', chain)
    .where('month', '=', month)
    .execute();
  for (const row of calls) used[row.meter] = row.used;
  return used;
}
