/** The exact verdicts of a period: over time, and by the actions that were held back most. */
import { type Nullable, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { sizeOf } from '../reading/leaves.ts';
import { countsIn, type Unit, withHead } from './counts.ts';
import {
  earlierThan,
  INTERVALS,
  type Interval,
  type Period,
  periodOf,
  runningIn,
  type StatisticsQuery,
} from './period.ts';

export interface Counted {
  proceed: number;
  escalate: number;
  block: number;
}

export interface Statistics {
  /** ms since the epoch, both at the edge of an interval; the end is exclusive. */
  from: number;
  to: number;
  interval: Interval;
  /** One for each interval, in order. */
  verdicts: (Counted & { start: number })[];
  /** The actions with the most escalated or blocked evaluations, at most 20. */
  actions: (Counted & { action: string })[];
  total: number;
  /** The start of the interval that is not over yet; null where all are. */
  runningFrom: number | null;
  /** As many whole intervals before the period as it has that are over, added up. */
  before: Before;
}

/** ms since the epoch; the end is exclusive. */
type Before = Counted & { from: number; to: number };

const ACTIONS_SHOWN = 20;
/** Values in one statement. */
const ACTIONS_AT_ONCE = 500;

interface Row {
  start: number;
  action: string;
  verdict: string;
  evaluations: number;
}

/** @throws {Failure} `invalid` for a period that ends before it begins, or has too many intervals. */
export async function evidenceStatistics(
  db: Database,
  chain: number,
  query: StatisticsQuery,
  nowMs: number,
): Promise<Statistics> {
  const period = periodOf(query, nowMs);
  const earlier = earlierThan(period, nowMs);
  const stored = await storedTotals(db, chain, { ...period, from: earlier.from }, period.from);
  const candidates = await mostHeldOf(db, chain, period);
  const at = { db, chain, period, size: await sizeOf(db, chain) };
  // One reading serves both the hours and the actions.
  const all = await countsUpTo({ ...at, period: { ...period, from: earlier.from } }, stored.counted);
  const recent = inPeriod(all, period);
  const verdicts = byInterval(period, inPeriod([...stored.rows, ...recent], period));
  const actions = await mostHeld(at, candidates, { counted: stored.counted, rows: recent });
  const before = { ...earlier, ...none() };
  for (const row of inPeriod([...stored.rows, ...all], earlier)) add(before, row);
  const total = verdicts.reduce((sum, { proceed, escalate, block }) => sum + proceed + escalate + block, 0);
  return { ...period, verdicts, actions, total, runningFrom: runningIn(period, nowMs), before };
}

/** The statistics cover the first `size` artifacts. */
interface Moment {
  db: Database;
  chain: number;
  period: Period;
  size: number;
}

/** Counts of the first `counted` artifacts, or of those that follow. */
interface CountedRows {
  counted: number;
  rows: Row[];
}

/** The rows between the first `counted` artifacts and the first `size`: negative if more were counted than `size`. */
async function countsUpTo({ db, chain, period, size }: Moment, counted: number): Promise<Row[]> {
  const [from, to] = counted <= size ? [counted, size] : [size, counted];
  const rows = inPeriod(await countsIn(db, { chain, unit: 'action_hour', from, to }).execute(), period);
  return counted <= size ? rows : rows.map((row) => ({ ...row, evaluations: -row.evaluations }));
}

/** By the hour from `from` on. The hours before it are added up, since they are needed only as a sum. */
async function storedTotals(db: Database, chain: number, period: Period, from: number): Promise<CountedRows> {
  const hours = db
    .selectFrom('verdict_counts')
    .select(['start', 'action', 'verdict', 'evaluations'])
    .where('chain', '=', chain)
    .where('unit', '=', 'hour')
    .where('start', '>=', from)
    .where('start', '<', period.to);
  const sums = db
    .selectFrom('verdict_counts')
    .select([
      sql<number>`${sql.lit(period.from)}`.as('start'),
      sql<string>`''`.as('action'),
      'verdict',
      sql<number>`sum(evaluations)`.as('evaluations'),
    ])
    .where('chain', '=', chain)
    .where('unit', '=', 'hour')
    .where('start', '>=', period.from)
    .where('start', '<', from)
    .groupBy('verdict');
  const rows = await withHead(db, chain)
    .leftJoin(hours.unionAll(sums).as('counts'), (join) => join.onTrue())
    .select(['counted', 'start', 'action', 'verdict', 'evaluations'])
    .execute();
  return countedRows(rows);
}

type Joined = Nullable<Row> & { counted: number | null };

function countedRows(rows: readonly Joined[]): CountedRows {
  const isCount = (row: Joined): row is Joined & Row => row.evaluations !== null;
  return { counted: rows[0]?.counted ?? 0, rows: rows.filter(isCount) };
}

function stored(db: Database, chain: number, { unit, from, to }: { unit: Unit; from: number; to: number }) {
  return db
    .selectFrom('verdict_counts')
    .select(['start', 'action', 'verdict', 'evaluations'])
    .where('chain', '=', chain)
    .where('unit', '=', unit)
    .where('start', '>=', from)
    .where('start', '<', to);
}

function inPeriod(rows: readonly Row[], { from, to }: Pick<Period, 'from' | 'to'>): Row[] {
  return rows
    .map((row) => ({ ...row, start: Number(row.start), evaluations: Number(row.evaluations) }))
    .filter(({ start }) => start >= from && start < to);
}

const none = (): Counted => ({ proceed: 0, escalate: 0, block: 0 });

function add(counted: Counted, { verdict, evaluations }: Pick<Row, 'verdict' | 'evaluations'>): void {
  if (verdict in counted) counted[verdict as keyof Counted] += Number(evaluations);
}

function byInterval({ from, to, interval }: Period, rows: readonly Row[]): Statistics['verdicts'] {
  const lengthMs = INTERVALS[interval];
  const verdicts = Array.from({ length: (to - from) / lengthMs }, (_, place) => {
    return { start: from + place * lengthMs, ...none() };
  });
  for (const row of rows) {
    const of = verdicts[Math.floor((row.start - from) / lengthMs)];
    if (of !== undefined) add(of, row);
  }
  return verdicts;
}

/** The counts by action in whole days, and in hours before the first and after the last of them. */
function actionCounts(db: Database, chain: number, { from, to }: Period) {
  const firstDay = Math.min(Math.ceil(from / DAY_MS) * DAY_MS, to);
  const lastDay = Math.max(Math.floor(to / DAY_MS) * DAY_MS, firstDay);
  return stored(db, chain, { unit: 'action_day', from: firstDay, to: lastDay })
    .unionAll(stored(db, chain, { unit: 'action_hour', from, to: firstDay }))
    .unionAll(stored(db, chain, { unit: 'action_hour', from: lastDay, to }))
    .as('counts');
}

/** The actions that were held back most, among counted artifacts. */
async function mostHeldOf(db: Database, chain: number, period: Period): Promise<string[]> {
  const most = await db
    .selectFrom(actionCounts(db, chain, period))
    .select('action')
    .where('verdict', 'in', ['escalate', 'block'])
    .groupBy('action')
    .orderBy(sql`sum(evaluations)`, 'desc')
    .orderBy('action')
    .limit(ACTIONS_SHOWN)
    .execute();
  return most.map(({ action }) => action);
}

/** Adds up the most held actions of the stored counts and all recent ones: no other action can be among the most. */
async function mostHeld(
  at: Moment,
  candidates: readonly string[],
  recent: CountedRows,
): Promise<Statistics['actions']> {
  const held = recent.rows.filter(({ verdict }) => verdict !== 'proceed');
  const wanted = [...new Set([...candidates, ...held.map(({ action }) => action)])];
  const found = new Map(wanted.map((action) => [action, { action, ...none() }]));
  for (let from = 0; from < wanted.length; from += ACTIONS_AT_ONCE) {
    const some = new Set(wanted.slice(from, from + ACTIONS_AT_ONCE));
    const { counted, rows } = await storedSums(at, [...some]);
    const rest = counted === recent.counted ? recent.rows : await countsUpTo(at, counted);
    for (const row of [...rows, ...rest]) {
      if (some.has(row.action)) add(found.get(row.action) ?? none(), row);
    }
  }
  const weight = ({ escalate, block }: Counted) => escalate + block;
  return [...found.values()]
    .filter((each) => weight(each) > 0)
    .sort((one, other) => weight(other) - weight(one) || (one.action < other.action ? -1 : 1))
    .slice(0, ACTIONS_SHOWN);
}

async function storedSums({ db, chain, period }: Moment, actions: readonly string[]): Promise<CountedRows> {
  const sums = db
    .selectFrom(actionCounts(db, chain, period))
    .select([
      'action',
      'verdict',
      sql<number>`0`.as('start'),
      sql<number>`sum(evaluations)`.as('evaluations'),
    ])
    .where('action', 'in', actions)
    .groupBy(['action', 'verdict'])
    .as('sums');
  const rows = await withHead(db, chain)
    .leftJoin(sums, (join) => join.onTrue())
    .select(['counted', 'start', 'action', 'verdict', 'evaluations'])
    .execute();
  return countedRows(rows);
}
