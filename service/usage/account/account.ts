/**
 * The account of a tenant: its closed months with their final figures, and the open ones with their current
 * figures. It is read from counters alone, one row for each month of the tenant, regardless of the amount of
 * evidence.
 */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { METERS, type Meter } from '../../foundation/meters.ts';
import { monthOf, startOfMonth } from '../../foundation/month.ts';
import { usersByMonth } from '../../members/index.ts';
import { chainOf, type Plan, type Tenant } from '../../tenants/index.ts';
import { CREDIT_MICRO_USD } from '../terms/prices.ts';
import { allowancesOf, termsOf } from '../terms/tiers.ts';
import { usedFrom } from '../used.ts';
import { type Statement, statementsOf } from './billing.ts';

export interface Account {
  tenantId: string;
  name: string;
  plan: Plan;
  createdAt: number;
  /** The open months, oldest first. The last is the current month. */
  open: Statement[];
}

/** @throws {Error} if there is no such tenant. */
export async function readAccount(db: Database, tenantId: string, nowMs: number): Promise<Account> {
  const [tenant, closed, chain, termsIn, usersIn] = await Promise.all([
    tenantOf(db, tenantId),
    lastClosed(db, tenantId),
    chainOf(db, tenantId, 'production'),
    termsOf(db, tenantId),
    usersByMonth(db, tenantId),
  ]);
  const first = closed === undefined ? monthOf(tenant.created_at) : closed.month + 1;
  // After a clock was set back, the current month may be closed already: current usage then counts for no
  // open month.
  const last = Math.max(first, monthOf(nowMs));
  const used = await usedFrom(db, chain, first, last);
  const months = used.map((each, place) => {
    const month = first + place;
    return { month, used: each, terms: termsIn(month), users: usersIn(month) };
  });
  return {
    tenantId,
    name: tenant.name,
    plan: tenant.plan as Plan,
    createdAt: tenant.created_at,
    open: statementsOf(months, closed?.creditRemainingMicroUsd ?? CREDIT_MICRO_USD),
  };
}

/** The current month. */
export function runningOf({ open }: Account): Statement {
  const running = open.at(-1);
  if (running === undefined) throw new Error('an account without a current month');
  return running;
}

/** The current month of the sandbox: it has the limits of the tenant, but counts and costs nothing. */
export async function sandboxStatement(db: Database, tenantId: string, nowMs: number): Promise<Statement> {
  const month = monthOf(nowMs);
  const [used] = await usedFrom(db, await chainOf(db, tenantId, 'sandbox'), month, month);
  if (used === undefined) throw new Error('a month without its usage');
  const [statement] = statementsOf(
    [{ month, used, terms: (await termsOf(db, tenantId))(month), users: 0 }],
    0,
  );
  if (statement === undefined) throw new Error('a month without its statement');
  return statement;
}

/** Every month since the tenant was created, the newest first. */
export async function historyOf(db: Database, tenantId: string, nowMs: number): Promise<Statement[]> {
  const { open } = await readAccount(db, tenantId, nowMs);
  const closed = await db
    .selectFrom('invoices')
    .select('body')
    .where('tenant_id', '=', tenantId)
    .where('month', '<', open[0]?.month ?? 0)
    .orderBy('month', 'desc')
    .execute();
  return [...open.reverse(), ...closed.map(({ body }) => JSON.parse(body) as Statement)];
}

function tenantOf(db: Database, tenantId: string) {
  return db
    .selectFrom('tenants')
    .select(['name', 'plan', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

async function lastClosed(db: Database, tenantId: string): Promise<Statement | undefined> {
  const row = await db
    .selectFrom('invoices')
    .select('body')
    .where('tenant_id', '=', tenantId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.body) as Statement);
}

export interface TierEffect {
  /** ms since the epoch: the start of this month, or of the next one. */
  holdsFrom: number;
  /** Meters with more use this month than that tier allows; stored bytes carry over. */
  beyond: { meter: Meter; used: number; allowance: number }[];
}

/** The effect of setting a tier. */
export async function tierEffect(
  { db, clock }: { db: Database; clock: Clock },
  { tenantId, tier }: Tenant,
): Promise<TierEffect> {
  const { month, tier: now, charges } = runningOf(await readAccount(db, tenantId, clock.now()));
  const { allowances } = await allowancesOf(db, tenantId, now === tier ? month : month + 1);
  const beyond = METERS.flatMap((meter) => {
    const allowance = allowances[meter];
    const { used } = charges[meter];
    return allowance !== null && used > allowance ? [{ meter, used, allowance }] : [];
  });
  return { holdsFrom: startOfMonth(now === tier ? month : month + 1), beyond };
}
