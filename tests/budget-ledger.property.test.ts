/**
 * Compares a budget's ledger with a model. Calls ask, report, lapse and change in any order; verdicts follow the
 * remaining amount, the counted amount is the sum of the reservations, and none is negative.
 */
import assert from 'node:assert/strict';
import { budgetBook, lapseOverdue } from '@assize/service/budgets/index.ts';
import fc from 'fast-check';
import { type MovedService, serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { BUDGETS, newBudget, report, spend } from './support/governance/budgets.ts';
import { requireTrue } from './support/governance/governance.ts';
import { ask } from './support/http/in-process.ts';
import { runs } from './support/runner/runs.ts';

const CENT = 10_000;
const HOUR_MS = 3_600_000;
const LIFETIME_MS = 24 * HOUR_MS;
const RUNS = 2;
const STEPS = 40;

interface Made {
  id: string;
  cents: number;
  at: number;
  status: 'held' | 'settled' | 'lapsed';
  spent: number;
}

interface Model {
  limit: number;
  revision: number;
  made: Made[];
}

type Step =
  | { do: 'spend'; cents: number }
  | { do: 'report'; which: number; outcome: 'success' | 'failure'; cents: number | null }
  | { do: 'pass'; hours: number }
  | { do: 'lapse' }
  | { do: 'limit'; cents: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('spend' as const), cents: fc.integer({ min: 1, max: 400 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      which: fc.nat(100),
      outcome: fc.constantFrom('success' as const, 'failure' as const),
      cents: fc.option(fc.integer({ min: 0, max: 600 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'lapse' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('limit' as const), cents: fc.integer({ min: 0, max: 1500 }) }),
  },
);

const dayOf = (at: number) => Math.floor(at / LIFETIME_MS);

testOnEachDatabase('counts-as-its-model-does', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, service } = moved;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: STEPS / 2, maxLength: STEPS }), async (steps) => {
      // Each run has its own day, at a fixed hour, after everything that the last run left.
      moved.move(LIFETIME_MS * 3 - ((service.clock.now() + LIFETIME_MS * 3) % LIFETIME_MS) + HOUR_MS);
      await lapseOverdue(service);
      const { budget_id } = await newBudget(app, { limit_usd: 10, period: 'day' });
      const model: Model = { limit: 1000, revision: 1, made: [] };
      for (const step of steps) {
        await take(moved, budget_id, model, step);
        await requireCounted(moved, budget_id, model);
      }
      await ask(app, 'a', `${BUDGETS}/${budget_id}`, { method: 'DELETE' });
    }),
    { numRuns: runs(RUNS) },
  );
  await requireTrue(service);
});

async function take(moved: MovedService, budgetId: string, model: Model, step: Step): Promise<void> {
  const { app, service } = moved;
  // A node hears of settled, lapsed and changed amounts within a second; here it does at once, as if it had just
  // started.
  if (step.do !== 'spend') service.budgets = budgetBook(service);
  if (step.do === 'pass') moved.move(step.hours * HOUR_MS);
  else if (step.do === 'spend') await takeSpending(moved, model, step.cents);
  else if (step.do === 'report') await takeReport(moved, model, step);
  else if (step.do === 'limit') {
    const body = { limit_usd: step.cents / 100, expected_revision: model.revision };
    assert.equal((await ask(app, 'a', `${BUDGETS}/${budgetId}`, { method: 'PUT', body })).status, 200);
    model.limit = step.cents;
    model.revision += 1;
  } else {
    await lapseOverdue(service);
    const now = service.clock.now();
    for (const made of model.made) {
      if (made.status === 'held' && made.at + LIFETIME_MS <= now) made.status = 'lapsed';
    }
  }
  service.budgets = step.do === 'spend' ? service.budgets : budgetBook(service);
}

async function takeSpending({ app, service }: MovedService, model: Model, cents: number): Promise<void> {
  const before = service.clock.now();
  const { body } = await spend(app, cents / 100);
  const of = sumsOf(model).get(dayOf(before)) ?? { reserved: 0, spent: 0 };
  const remaining = model.limit - of.reserved - of.spent;
  const wanted = cents * 10 <= remaining * 8 ? 'PROCEED' : cents <= remaining ? 'ESCALATE' : 'BLOCK';
  assert.equal(body.verdict, wanted, `${cents} of ${remaining}`);
  const at = Date.parse(body.evaluated_at);
  if (wanted === 'PROCEED') model.made.push({ id: body.evidence_id, cents, at, status: 'held', spent: 0 });
}

async function takeReport(
  { app }: MovedService,
  { made }: Model,
  { which, outcome, cents }: Step & { do: 'report' },
): Promise<void> {
  const one = made[which % Math.max(1, made.length)];
  if (one === undefined) return;
  const { status } = await report(app, one.id, outcome, cents === null ? undefined : cents / 100);
  assert.equal(status, one.status === 'settled' ? 409 : 201);
  if (one.status === 'settled') return;
  one.status = 'settled';
  one.spent = cents ?? (outcome === 'success' ? one.cents : 0);
}

/** Sums by day. */
function sumsOf({ made }: Model): Map<number, { reserved: number; spent: number }> {
  const sums = new Map<number, { reserved: number; spent: number }>();
  for (const { at, status, cents, spent } of made) {
    const sum = sums.get(dayOf(at)) ?? { reserved: 0, spent: 0 };
    sums.set(dayOf(at), sum);
    if (status === 'held') sum.reserved += cents;
    if (status === 'settled') sum.spent += spent;
  }
  return sums;
}

async function requireCounted({ service }: MovedService, budgetId: string, model: Model): Promise<void> {
  const rows = await service.db
    .selectFrom('budget_periods')
    .select(['period_start', 'reserved_micro_usd', 'spent_micro_usd'])
    .where('budget_id', '=', budgetId)
    .orderBy('period_start')
    .execute();
  const wanted = [...sumsOf(model)].map(([day, { reserved, spent }]) => ({
    period_start: day * LIFETIME_MS,
    reserved_micro_usd: reserved * CENT,
    spent_micro_usd: spent * CENT,
  }));
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    wanted.sort((one, other) => one.period_start - other.period_start),
  );
}
