/** Compares the counters with the evidence as of one moment: artifacts by type and month, and the bytes of payload. */
import { sql } from 'kysely';
import { artifactsBesidePayloads, rangesOf } from '../../../evidence/reading/index.ts';
import { COUNTERS, type Counts, eachCounter } from '../../../foundation/meters.ts';
import { monthName, monthOf } from '../../../foundation/month.ts';
import type { RowOf } from '../../comparing/rows.ts';
import type { ChainOfRows, Check, CheckContext, Tally } from '../../registry.ts';

const POSITIONS_AT_ONCE = 16_384;

type Counters = Omit<RowOf<'usage_counters'>, 'chain'>[];

export const usage: Check = async (tally, context) => {
  const { size, counters } = await readCounters(context);
  const counted = new Map<number, Counts>();
  let heldBytes = 0;
  for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    heldBytes += await countRange(context, from, to, counted);
  }
  compareCounts(tally, counters, counted);
  // A concurrent removal may have changed one side only.
  const { counters: after } = await readCounters(context);
  if (sumOf(after, 'removed_bytes') !== sumOf(counters, 'removed_bytes')) return;
  const stated = sumOf(counters, 'payload_bytes') - sumOf(counters, 'removed_bytes');
  const what = `${stated} bytes of payload are counted as held, and ${heldBytes} are there.`;
  tally.compared(stated === heldBytes ? null : what);
};

async function readCounters({ db, chain }: CheckContext): Promise<{ size: number; counters: Counters }> {
  const rows = await db
    .selectFrom('chains')
    .leftJoin('usage_counters', 'usage_counters.chain', 'chains.chain')
    .select(['chains.size', 'month', 'payload_bytes', 'removed_bytes'])
    .select(COUNTERS.map(({ column }) => column))
    .where('chains.chain', '=', chain)
    .orderBy('month')
    .execute();
  const counters = rows.filter(({ month }) => month !== null) as unknown as Counters;
  return { size: rows[0]?.size ?? 0, counters };
}

/** Adds the artifacts of the range to those of their months. @returns the bytes of payload that are held of them. */
async function countRange(
  context: CheckContext,
  from: number,
  to: number,
  counted: Map<number, Counts>,
): Promise<number> {
  const groups = await metered(context, from, to)
    .select(['artifacts.artifact_type as type', ({ fn }) => fn.countAll<number>().as('artifacts')])
    .select(({ fn }) => fn.min('artifacts.created_at').as('first'))
    .select(({ fn }) => fn.max('artifacts.created_at').as('last'))
    .select(sql<number>`coalesce(sum(octet_length(payload)), 0)`.as('bytes'))
    .groupBy('artifacts.artifact_type')
    .execute();
  const months = new Set(groups.flatMap(({ first, last }) => [monthOf(first), monthOf(last)]));
  const [month] = months;
  if (month !== undefined && months.size === 1) {
    for (const { type, artifacts } of groups) count(counted, month, type, artifacts);
  } else if (month !== undefined) {
    const rows = metered(context, from, to).select([
      'artifacts.artifact_type as type',
      'artifacts.created_at',
    ]);
    for (const { type, created_at } of await rows.execute()) count(counted, monthOf(created_at), type, 1);
  }
  return groups.reduce((sum, { bytes }) => sum + Number(bytes), 0);
}

function metered({ db, chain }: ChainOfRows, from: number, to: number) {
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

function compareCounts(tally: Tally, counters: Counters, counted: ReadonlyMap<number, Counts>): void {
  const stated = new Map(counters.map((row) => [row.month, row]));
  for (const month of new Set([...stated.keys(), ...counted.keys()])) {
    for (const { column: counter } of COUNTERS) {
      const said = stated.get(month)?.[counter] ?? 0;
      const there = counted.get(month)?.[counter] ?? 0;
      const it = `Of ${monthName(month)}, ${said} ${counter.replace('_', ' ')} are counted`;
      tally.compared(said === there ? null : `${it}, and ${there} are in the evidence.`);
    }
  }
}

function sumOf(rows: Counters, column: 'payload_bytes' | 'removed_bytes'): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}
