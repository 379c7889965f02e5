/** Reservations are deleted with the evidence they belong to, and not before. The remaining rows always agree. */
import assert from 'node:assert/strict';
import { forgetReservations, lapseOverdue } from '@assize/service/budgets/index.ts';
import { removeExpired } from '@assize/service/proof/removal/chore.ts';
import type { Service } from '@assize/service/wiring.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { at, DAY_MS, redact } from './support/evidence/removals.ts';
import { BUDGETS, moneyOf, newBudget, report, spend } from './support/governance/budgets.ts';
import { chainOfKey, requireTrue } from './support/governance/governance.ts';
import { settled } from './support/governance/trust.ts';
import { ask, startTestService, type TestService } from './support/http/in-process.ts';
import { until } from './support/until.ts';

const always = async () => true;

interface Spent {
  ids: string[];
  today: string;
  month: string;
}

/** Spends from two budgets: one outcome with its cost, one failure, and one that is never reported. */
async function spent({ app, service }: TestService): Promise<Spent> {
  const { budget_id: today } = await newBudget(app, { limit_usd: 100, period: 'day' });
  const { budget_id: month } = await newBudget(app, { limit_usd: 200 });
  const ids: string[] = [];
  for (const cost of [4, 5, 6]) ids.push((await spend(app, cost)).body.evidence_id);
  await report(app, ids[0] ?? '', 'success', 3);
  await report(app, ids[1] ?? '', 'failure');
  await settled(service);
  return { ids, today, month };
}

async function rowsOf({ db }: Service): Promise<[string[], number[]]> {
  const reserved = await db
    .selectFrom('budget_reservations')
    .select('evaluation_id')
    .distinct()
    .orderBy('evaluation_id')
    .execute();
  const periods = await db.selectFrom('budget_periods').select('spent_micro_usd').execute();
  return [reserved.map((row) => row.evaluation_id), periods.map((row) => row.spent_micro_usd / 1e6)];
}

/** Prunes as the chore does, at that time. */
async function pruneAt(service: Service, nowMs: number): Promise<void> {
  const then = at(service, () => nowMs);
  await removeAt(service, nowMs);
  await lapseOverdue(then);
  await forgetReservations(then, always);
}

/** A stated removal waits until a checkpoint covers it, which may take some time. */
function removeAt(service: Service, nowMs: number): Promise<void> {
  const removing = () =>
    removeExpired(
      at(service, () => nowMs),
      always,
    );
  return until(() =>
    removing().then(
      () => true,
      () => false,
    ),
  );
}

const nextMonth = (nowMs: number) =>
  Date.UTC(new Date(nowMs).getUTCFullYear(), new Date(nowMs).getUTCMonth() + 1);

testOnEachDatabase('forgets-what-was-reserved-with-its-evidence', async (location, t) => {
  const open = await startTestService(t, location, { ASSIZE_INIT_TIER: 'free' });
  const { app, service } = open;
  const { ids, today, month } = await spent(open);
  const money = [await moneyOf(app, today), await moneyOf(app, month)];
  const now = service.clock.now();

  await forgetReservations(
    at(service, () => now + 400 * DAY_MS),
    always,
  );
  assert.deepEqual(await rowsOf(service), [ids, [3, 3]], 'its evidence is there');

  const later = Math.max(nextMonth(now), now + 31 * DAY_MS) + DAY_MS;
  await pruneAt(service, later);
  assert.deepEqual(await rowsOf(service), [[], []]);
  await requireTrue(service);
  const { status } = await report(app, ids[2] ?? '', 'success');
  assert.equal(status, 201, 'its outcome may still be reported');
  await settled(service);
  await requireTrue(service);
  assert.deepEqual(money, [
    [100, 3, 6, 91],
    [200, 3, 6, 191],
  ]);
  assert.equal((await ask(app, 'a', `${BUDGETS}/${today}`)).status, 200, 'the budget itself stays');
});

testOnOneDatabase(
  'keeps-what-was-reserved-while-its-month-runs-or-its-evidence-stands',
  async (location, t) => {
    const open = await startTestService(t, location, { ASSIZE_INIT_TIER: 'free' });
    const { app, service } = open;
    const { ids, month } = await spent(open);
    const now = service.clock.now();
    await redact(app, ids[0] ?? '');
    await forgetReservations(
      at(service, () => now + 400 * DAY_MS),
      always,
    );
    assert.deepEqual((await rowsOf(service))[0], ids, 'a redaction gives no money back');

    // Pruned in the month in which the amount was spent.
    const chain = await chainOfKey(service);
    await removeAt(service, now + 31 * DAY_MS);
    await service.db
      .selectFrom('removals')
      .select('chain')
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    await forgetReservations(
      at(service, () => now),
      always,
    );
    assert.deepEqual((await rowsOf(service))[0], ids);
    assert.deepEqual(await moneyOf(app, month), [200, 3, 6, 191]);
    await requireTrue(service);

    // A reservation waits for its report, or until it lapses.
    await forgetReservations(
      at(service, () => now + 400 * DAY_MS),
      always,
    );
    assert.deepEqual(await rowsOf(service), [[ids[2]], [0, 0]]);
    await requireTrue(service);
  },
);
