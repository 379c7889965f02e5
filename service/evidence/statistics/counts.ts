/**
 * Counts evaluations by verdict and hour, and by action and hour or day. None is counted twice: a step moves the head
 * of the counts in its own transaction. Counts are not evidence, and can be made again from the artifacts.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { VerdictCountsTable } from '../../database/tables/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { artifactsIn } from '../reading/leaves.ts';

export const HOUR_MS = 3_600_000;
/** The `action` of counts over all actions. */
export const EVERY_ACTION = '';

/** The units that rows count by: all evaluations of an hour, or those of one action in an hour or a UTC day. */
export const UNITS = {
  hour: { lengthMs: HOUR_MS, byAction: false },
  action_hour: { lengthMs: HOUR_MS, byAction: true },
  action_day: { lengthMs: DAY_MS, byAction: true },
} as const;
export type Unit = keyof typeof UNITS;

/** Fewer new artifacts are counted on demand. */
const LEAST_AT_ONCE = 2048;
/** The counts of this many are written in a few milliseconds. */
const MOST_AT_ONCE = 4096;
/** Limits a run, because the service can stop only between two runs. */
const STEPS_AT_ONCE = 64;

export type VerdictCount = Omit<VerdictCountsTable, 'chain'>;

/** How many artifacts are counted. Rows joined to it are from the same moment, even while the chore goes on. */
export function withHead(db: Database, chain: number) {
  return db
    .selectFrom('chains')
    .leftJoin('verdict_count_heads as heads', 'heads.chain', 'chains.chain')
    .where('chains.chain', '=', chain);
}

/** Every count of the chain. @returns `counted`: how many artifacts are counted; always the first ones. */
export async function storedCounts(
  db: Database,
  chain: number,
): Promise<{ counted: number; stored: VerdictCount[] }> {
  const rows = await withHead(db, chain)
    .leftJoin('verdict_counts as counts', 'counts.chain', 'chains.chain')
    .select(['counted', 'unit', 'start', 'action', 'verdict', 'evaluations'])
    .execute();
  const isCount = (row: (typeof rows)[number]): row is VerdictCount & { counted: number | null } =>
    row.unit !== null;
  return { counted: rows[0]?.counted ?? 0, stored: rows.filter(isCount) };
}

/** @returns a chore that counts newly appended artifacts. */
export function verdictCounter(db: Database): () => Promise<void> {
  return async () => {
    const behind = await db
      .selectFrom('chains')
      .leftJoin('verdict_count_heads as heads', 'heads.chain', 'chains.chain')
      .select(['chains.chain', 'size', ({ fn }) => fn.coalesce('counted', sql<number>`0`).as('counted')])
      .where('size', '>=', ({ eb, fn }) => eb(fn.coalesce('counted', sql<number>`0`), '+', LEAST_AT_ONCE))
      .execute();
    let left = STEPS_AT_ONCE;
    for (const { chain, size, counted } of behind) {
      for (let from = Number(counted); size - from >= LEAST_AT_ONCE && left > 0; left -= 1) {
        const to = Math.min(from + MOST_AT_ONCE, size);
        if (!(await count(db, chain, from, to))) break;
        from = to;
      }
    }
  };
}

/** Artifacts are read first: appends wait while SQLite writes. @returns false if another node has counted them. */
async function count(db: Database, chain: number, from: number, to: number): Promise<boolean> {
  const rows = await everyCountIn(db, { chain, from, to });
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('verdict_count_heads')
      .values({ chain, counted: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { numUpdatedRows } = await tx
      .updateTable('verdict_count_heads')
      .set({ counted: to })
      .where('chain', '=', chain)
      .where('counted', '=', from)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      await addCounts(tx, rows.slice(first, first + ROWS_AT_ONCE));
    }
    return true;
  });
}

/** The counts of a stretch of the chain in every unit, computed in one pass over its artifacts. */
export async function everyCountIn(
  db: Database,
  positions: Omit<Positions, 'unit'>,
): Promise<VerdictCountsTable[]> {
  const byActionAndHour = await countsIn(db, { ...positions, unit: 'action_hour' }).execute();
  return (Object.keys(UNITS) as Unit[]).flatMap((unit) => gathered(byActionAndHour, unit));
}

/** Values in one statement. */
const ROWS_AT_ONCE = 500;

/** Adds counts by action and hour up to those of another unit. */
function gathered(counts: readonly VerdictCountsTable[], unit: Unit): VerdictCountsTable[] {
  const { lengthMs, byAction } = UNITS[unit];
  const found = new Map<string, VerdictCountsTable>();
  for (const row of counts) {
    const start = Math.floor(Number(row.start) / lengthMs) * lengthMs;
    const action = byAction ? row.action : EVERY_ACTION;
    const key = JSON.stringify([start, action, row.verdict]);
    const evaluations = Number(row.evaluations) + (found.get(key)?.evaluations ?? 0);
    found.set(key, { ...row, unit, start, action, evaluations });
  }
  return [...found.values()];
}

async function addCounts(tx: Database, rows: readonly VerdictCountsTable[]): Promise<void> {
  await tx
    .insertInto('verdict_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'unit', 'start', 'action', 'verdict']).doUpdateSet(({ eb, ref }) => ({
        evaluations: eb(ref('verdict_counts.evaluations'), '+', ref('excluded.evaluations')),
      })),
    )
    .execute();
}

export interface Positions {
  chain: number;
  unit: Unit;
  from: number;
  to: number;
}

/** The counts of a stretch of the chain, computed from its artifacts. */
export function countsIn(db: Database, { chain, unit, from, to }: Positions) {
  const { lengthMs, byAction } = UNITS[unit];
  const length = sql.lit(lengthMs);
  // Both databases divide integers without a remainder.
  const start = sql<number>`(created_at / ${length}) * ${length}`;
  const action: RawBuilder<string> = byAction ? sql`coalesce(action, '')` : sql.lit(EVERY_ACTION);
  const verdict = sql<string>`coalesce(verdict, '')`;
  return artifactsIn(db, chain, from, to)
    .select([
      'chain',
      sql<string>`${sql.lit(unit)}`.as('unit'),
      start.as('start'),
      action.as('action'),
      verdict.as('verdict'),
      sql<number>`count(*)`.as('evaluations'),
    ])
    .where('artifact_type', '=', 'governance_eval')
    .groupBy(byAction ? ['chain', start, action, verdict] : ['chain', start, verdict]);
}
