/** The use of each meter by a chain in a month. */
import type { Database } from '../database/open.ts';
import { COUNTERS, eachMeter, METER, METERS, type Meter } from '../foundation/meters.ts';

const STORED = METERS.filter((meter) => METER[meter].counts.kind === 'bytes');

/** By meter; for storage, the bytes held at the end of the month, or now. */
export type Used = Record<Meter, number>;

/** Reads one row per month of the chain, and one per meter of calls. */
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
      if (row.month > month) continue;
      for (const meter of STORED) used[meter] += row.payload_bytes - row.removed_bytes;
      if (row.month === month) for (const { meter, column } of COUNTERS) used[meter] = row[column];
    }
    for (const row of calls) if (row.month === month) used[row.meter] = row.used;
    return used;
  });
}

function nothing(): Used {
  return eachMeter(() => 0);
}
