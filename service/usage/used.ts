/** How much of each meter a chain has used in a month. */
import type { Database } from '../database/open.ts';
import { METERS, type Meter } from './prices.ts';

/** By meter; of storage, the bytes held at the end of the month, or now. */
export type Used = Record<Meter, number>;

/** Reads a row for each month the chain has lived, and one for each meter of calls. */
export async function usedIn(db: Database, chain: number, month: number): Promise<Used> {
  const [used] = await usedFrom(db, chain, month, month);
  return used ?? nothing();
}

/** The same for each month from one to another, both included. */
export async function usedFrom(db: Database, chain: number, first: number, last: number): Promise<Used[]> {
  const counters = await db
    .selectFrom('usage_counters')
    .selectAll()
    .where('chain', '=', chain)
    .where('month', '<=', last)
    .execute();
  const calls = await db
    .selectFrom('usage_calls')
    .select(['month', 'meter', 'used'])
    .where('chain', '=', chain)
    .where('month', '>=', first)
    .where('month', '<=', last)
    .execute();
  const months = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  return months.map((month) => {
    const used = nothing();
    for (const row of counters) {
      if (row.month <= month) used.evidence_storage_gb += row.payload_bytes - row.removed_bytes;
      if (row.month !== month) continue;
      used.governance_evaluations = row.evaluations;
      used.evidence_emissions = row.emissions;
      used.compliance_checks = row.compliance_checks;
    }
    for (const row of calls) if (row.month === month) used[row.meter] = row.used;
    return used;
  });
}

function nothing(): Used {
  return Object.fromEntries(METERS.map((meter) => [meter, 0])) as Used;
}
