/**
 * Compares the counters with the evidence: artifacts by type and month, and the bytes of payload. Both are read as of
 * one moment, so concurrent work is no gap.
 */

import { type Selectable, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { UsageCountersTable } from '../../database/tables/usage.ts';
import { artifactsBesidePayloads, rangesOf } from '../../evidence/reading/index.ts';
import { COUNTERS, type Counts, eachCounter } from '../../foundation/meters.ts';
import { monthName, monthOf } from '../../foundation/month.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';

export const usageRegistry: Registry = { name: 'usage', check };

const POSITIONS_AT_ONCE = 16_384;

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { size, counters } = await readCounters(context);
  const counted = new Map<number, Counts>();
  let heldBytes = 0;
  for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    heldBytes += await countRange(context, from, to, counted);
  }
  compareCounts(tally, counters, counted);
  // A concurrent removal may have changed one side only.
  const { counters: after } = await readCounters(context);
  if (sumOf(after, 'removed_bytes') === sumOf(counters, 'removed_bytes')) {
    tally.checked();
    const stated = sumOf(counters, 'payload_bytes') - sumOf(counters, 'removed_bytes');
    if (stated !== heldBytes) {
      tally.gap(`${stated} bytes of payload are counted as held, and ${heldBytes} are there.`);
    }
  }
}

async function readCounters({ db, chain }: CheckContext) {
  const rows = await db
    .selectFrom('chains')
    .leftJoin('usage_counters', 'usage_counters.chain', 'chains.chain')
    .select([
      'chains.size',
      'month',
      'payload_bytes',
      'removed_bytes',
      ...COUNTERS.map(({ column }) => column),
    ])
    .where('chains.chain', '=', chain)
    .orderBy('month')
    .execute();
  const counters = rows.filter((row) => row.month !== null) as unknown as Omit<
    Selectable<UsageCountersTable>,
    'chain'
  >[];
  return { size: rows[0]?.size ?? 0, counters };
}

/** Adds the artifacts of the range to those of their months. @returns the bytes of payload that are held of them. */
async function countRange(
  { db, chain }: CheckContext,
  from: number,
  to: number,
  counted: Map<number, Counts>,
): Promise<number> {
  const groups = await metered(db, chain, from, to)
    .select(['artifacts.artifact_type', ({ fn }) => fn.countAll<number>().as('artifacts')])
    .select(({ fn }) => fn.min('artifacts.created_at').as('first'))
    .select(({ fn }) => fn.max('artifacts.created_at').as('last'))
    .select(sql<number>`coalesce(sum(octet_length(payload)), 0)`.as('bytes'))
    .groupBy('artifacts.artifact_type')
    .execute();
  let bytes = 0;
  let months = new Set<number>();
  for (const group of groups) {
    bytes += Number(group.bytes);
    months = months.add(monthOf(group.first)).add(monthOf(group.last));
  }
  const [month] = months;
  if (month === undefined) return 0;
  if (months.size === 1) {
    for (const { artifact_type, artifacts } of groups) count(counted, month, artifact_type, artifacts);
    return bytes;
  }
  const rows = await metered(db, chain, from, to)
    .select(['artifacts.artifact_type', 'artifacts.created_at'])
    .execute();
  for (const { artifact_type, created_at } of rows) count(counted, monthOf(created_at), artifact_type, 1);
  return bytes;
}

function metered(db: Database, chain: number, from: number, to: number) {
  return artifactsBesidePayloads(db, chain)
    .where('artifacts.position', '>=', from)
    .where('artifacts.position', '<', to)
    .where('artifacts.artifact_type', '<>', 'governance_change');
}

function count(counted: Map<number, Counts>, month: number, type: string, artifacts: number): void {
  const counts = counted.get(month) ?? eachCounter(() => 0);
  counted.set(month, counts);
  for (const { column, types } of COUNTERS) {
    if (types.some((each) => each === type)) counts[column] += artifacts;
  }
}

function compareCounts(
  tally: Tally,
  counters: readonly Omit<Selectable<UsageCountersTable>, 'chain'>[],
  counted: ReadonlyMap<number, Counts>,
): void {
  const stated = new Map(counters.map((row) => [row.month, row]));
  for (const month of new Set([...stated.keys(), ...counted.keys()])) {
    for (const { column: counter } of COUNTERS) {
      tally.checked();
      const said = stated.get(month)?.[counter] ?? 0;
      const there = counted.get(month)?.[counter] ?? 0;
      if (said === there) continue;
      const what = counter.replace('_', ' ');
      tally.gap(`Of ${monthName(month)}, ${said} ${what} are counted, and ${there} are in the evidence.`);
    }
  }
}

function sumOf(
  rows: readonly Omit<Selectable<UsageCountersTable>, 'chain'>[],
  column: 'payload_bytes' | 'removed_bytes',
): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}
