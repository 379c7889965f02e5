/**
 * A tenant's usage in lines for a billing system: one per day and meter of evidence, one per month and meter
 * of calls and storage. A line appears when its period is over, and never changes; its id follows from
 * tenant, meter and period, so a reader recognises a repeated line. The lines of a closed month add up to its
 * invoice.
 */

import { chainId } from '../../database/chain-id.ts';
import type { Database } from '../../database/open.ts';
import { type Days, meteredByDay } from '../../evidence/statistics/index.ts';
import { type Clock, DAY_MS, dayOf } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { COUNTERS, METER, METERS, type Meter } from '../../foundation/meters.ts';
import { monthName, monthOf, startOfMonth } from '../../foundation/month.ts';
import { chainOf } from '../../tenants/index.ts';
import type { Statement } from '../account/billing.ts';
import { closesAt, SETTLING_MS } from '../account/close.ts';
import { invoiceOf } from '../invoices/invoice.ts';

export interface UsageLine {
  /** Unique among the lines of all tenants. At most 100 characters. */
  id: string;
  meter: Meter;
  /** A whole number above 0: counts, or for storage the bytes held at the end of the month. */
  value: number;
  /** The period of the line, ms since the epoch; `to` is not included. */
  from: number;
  to: number;
}

export interface LineDeps {
  db: Database;
  clock: Clock;
}

/** Meters without evidence that would show the day of use. */
const MONTHLY_METERS = METERS.filter((meter) => METER[meter].counts.kind !== 'artifacts');

/** The last day that is fully counted, in days since the epoch. */
export function lastDayOver(nowMs: number): number {
  return dayOf(nowMs - SETTLING_MS) - 1;
}

/** The month of that day: a reader that fetches it once a day misses no line. */
export function monthToExport(nowMs: number): number {
  return monthOf(lastDayOver(nowMs) * DAY_MS);
}

/**
 * The lines of a month so far, in order of time.
 * @throws {Failure} `not_found` if it has not begun, or precedes the tenant; `conflict` if it is closed and
 * no longer adds up to its invoice.
 */
export async function linesOfMonth(deps: LineDeps, tenantId: string, month: number): Promise<UsageLine[]> {
  const nowMs = deps.clock.now();
  await requireLived(deps.db, tenantId, month, nowMs);
  const days = {
    from: dayOf(startOfMonth(month)),
    to: Math.min(dayOf(startOfMonth(month + 1)), lastDayOver(nowMs) + 1),
  };
  const lines = await linesOfDays(deps, tenantId, days);
  if (closesAt(month) <= nowMs) {
    const { statement } = await invoiceOf(deps, tenantId, monthName(month));
    requireSum(lines, statement);
  }
  return lines;
}

/** The lines of days that are over, in order of time; monthly lines come with the month's last day. */
export async function linesOfDays(deps: LineDeps, tenantId: string, days: Days): Promise<UsageLine[]> {
  if (days.from >= days.to) return [];
  const chain = await chainOf(deps.db, tenantId, 'production');
  const counted = await meteredByDay(deps.db, chain, days);
  const lines: UsageLine[] = [];
  for (let day = days.from; day < days.to; day += 1) {
    const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
    const counts = counted.get(day);
    const name = new Date(from).toISOString().slice(0, 'yyyy-mm-dd'.length);
    for (const { meter, column } of COUNTERS) {
      const value = counts?.[column] ?? 0;
      if (value > 0) lines.push({ id: lineId(chain, meter, name), meter, value, from, to });
    }
    const month = monthOf(from);
    if (to === startOfMonth(month + 1)) lines.push(...(await monthlyLines(deps, tenantId, chain, month)));
  }
  return lines;
}

/** The invoiced counts: usage that a clock set back added later is neither billed nor listed. */
async function monthlyLines(
  deps: LineDeps,
  tenantId: string,
  chain: number,
  month: number,
): Promise<UsageLine[]> {
  const name = monthName(month);
  const { charges } = (await invoiceOf(deps, tenantId, name)).statement;
  return MONTHLY_METERS.flatMap((meter) => {
    const value = charges[meter].used;
    const id = lineId(chain, meter, name);
    return value > 0 ? [{ id, meter, value, from: startOfMonth(month), to: startOfMonth(month + 1) }] : [];
  });
}

function lineId(chain: number, meter: Meter, period: string): string {
  return `${chainId(chain)}/${meter}/${period}`;
}

function requireSum(lines: readonly UsageLine[], { month, charges }: Statement): void {
  for (const { meter } of COUNTERS) {
    const sum = lines.reduce((so, line) => so + (line.meter === meter ? line.value : 0), 0);
    if (sum === charges[meter].used) continue;
    const what = meter.replace('_', ' ');
    const found = `${monthName(month)}: ${charges[meter].used} ${what} are invoiced, and ${sum} are in the evidence.`;
    const why =
      'Either a clock was set back after the month was closed, or `assize evidence truth` shows the cause.';
    throw new Failure('conflict', `${found} ${why}`, { conflict: 'usage_disagrees' });
  }
}

async function requireLived(db: Database, tenantId: string, month: number, nowMs: number): Promise<void> {
  const { created_at } = await db
    .selectFrom('tenants')
    .select('created_at')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (month > monthOf(nowMs)) throw new Failure('not_found', `${monthName(month)} has not begun.`);
  const first = monthName(monthOf(created_at));
  // The names of months sort in order of time.
  if (monthName(month) < first) throw new Failure('not_found', `This account began in ${first}.`);
}
