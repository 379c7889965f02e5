/**
 * How a tenant's people decide: by person and by route, how many, how fast, how often they approve, and how many of
 * their approvals came too quickly to have read the request.
 */
import { textIn } from '../../database/bytes-as-text.ts';
import type { Database } from '../../database/open.ts';
import { byIndex } from '../../database/sqlite/by-index.ts';
import type { Period } from '../../evidence/search/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { type DecisionRow, decidersOf, decisionsBetween } from './decisions-between.ts';
import { hasteIn, type Press, pressesOf } from './presses.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const SLOW_SHARE = 0.9;

export interface Figures {
  decided: number;
  approved: number;
  /** 0 to 1; null where nothing was decided. */
  approvedShare: number | null;
  /** From the opening to the decision; null where nothing was decided. */
  medianSeconds: number | null;
  /** As the median, for nine of ten. */
  p90Seconds: number | null;
}

export interface FiguresOfPerson extends Figures {
  name: string | null;
  parties: string[];
  /** Approvals of a bundle that were decided together count once. */
  presses: number;
  quickPresses: number;
  /** ms since the epoch; null where they never were. */
  lastHastyAt: number | null;
}

export interface FiguresOfRoute extends Figures {
  /** null: no route asked. */
  route: string | null;
  pendingNow: number;
  /** In the period, without an answer in time. */
  expired: number;
}

export interface DecidingStatistics extends Period {
  /** Those who decided most come first. */
  people: FiguresOfPerson[];
  /** Those by which most was decided come first. */
  routes: FiguresOfRoute[];
}

/**
 * @param asked `to` is now by default, and `from` is 30 days before it.
 * @throws {Failure} `invalid` for a period that is too long, has too many decisions, or ends before it begins.
 */
export async function decidingStatistics(
  db: Database,
  { chain, tenantId }: { chain: number; tenantId: string },
  asked: Partial<Period>,
  nowMs: number,
): Promise<DecidingStatistics> {
  const period = periodOf(asked, nowMs);
  const rows = await decisionsBetween(db, chain, period);
  const deciders = await decidersOf(db, tenantId, rows);
  const people = deciders.map(({ name, parties, decisions }) => {
    const presses = pressesOf(decisions);
    return { name, parties, ...figuresOf(decisions), ...figuresOfPresses(presses) };
  });
  return { ...period, people: people.sort(byDecided), routes: await routesOf(db, chain, period, rows) };
}

function periodOf({ from, to }: Partial<Period>, nowMs: number): Period {
  const end = to ?? nowMs;
  const start = from ?? end - DEFAULT_DAYS * DAY_MS;
  const refuse = (field: string, message: string) => {
    throw Failure.invalid([{ field: [field], message, type: 'value_error' }]);
  };
  if (start >= end) refuse(to === undefined ? 'from' : 'to', '`to` must be after `from`');
  if (end - start > MAX_DAYS * DAY_MS) refuse('from', `Ask for at most ${MAX_DAYS} days`);
  return { from: start, to: end };
}

function figuresOfPresses(presses: readonly Press[]) {
  return {
    presses: presses.length,
    quickPresses: presses.filter(({ isQuick }) => isQuick).length,
    lastHastyAt: hasteIn(presses).at(-1)?.at ?? null,
  };
}

function figuresOf(decisions: readonly DecisionRow[]): Figures {
  const decided = decisions.length;
  const approved = decisions.filter(({ decision }) => decision === 'approved').length;
  const took = decisions.map(({ decidedAt, openedAt }) => Math.max(0, decidedAt - openedAt));
  took.sort((one, other) => one - other);
  return {
    decided,
    approved,
    approvedShare: decided === 0 ? null : approved / decided,
    medianSeconds: atShare(took, 0.5),
    p90Seconds: atShare(took, SLOW_SHARE),
  };
}

/** The nearest rank, in seconds. @param sorted ms. */
function atShare(sorted: readonly number[], share: number): number | null {
  const ms = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return ms === undefined ? null : Math.round(ms) / 1000;
}

async function routesOf(
  db: Database,
  chain: number,
  period: Period,
  rows: readonly DecisionRow[],
): Promise<FiguresOfRoute[]> {
  const pending = await countedByRoute(db, chain, 'pending');
  const expired = await countedByRoute(db, chain, 'expired', period);
  const decided = Map.groupBy(rows, ({ route }) => route);
  const names = new Set([...decided.keys(), ...pending.keys(), ...expired.keys()]);
  const routes = [...names].map((route) => ({
    route,
    ...figuresOf(decided.get(route) ?? []),
    pendingNow: pending.get(route) ?? 0,
    expired: expired.get(route) ?? 0,
  }));
  return routes.sort(byDecided);
}

/** @param resolved the time of the resolution; any by default. */
async function countedByRoute(
  db: Database,
  chain: number,
  status: 'pending' | 'expired',
  resolved?: Period,
): Promise<Map<string | null, number>> {
  const index = resolved === undefined ? 'approvals_by_status' : 'approvals_by_resolution';
  let rows = db
    .selectFrom(byIndex(db, 'approvals', index))
    .select([
      textIn(db, 'approvals.route', 'name').as('name'),
      ({ fn }) => fn.countAll<number | string>().as('approvals'),
    ])
    .where('chain', '=', chain)
    .where('status', '=', status);
  if (resolved !== undefined)
    rows = rows.where('resolved_at', '>=', resolved.from).where('resolved_at', '<', resolved.to);
  const counts = await rows.groupBy('name').execute();
  return new Map(counts.map(({ name, approvals }) => [name, Number(approvals)]));
}

function byDecided(one: Figures, other: Figures): number {
  return other.decided - one.decided;
}
