/** Statistics are exact at every moment: before counting, during it, and afterwards. */
import assert from 'node:assert/strict';
import { verdictCounts } from '@assize/service/audit/registries/evidence/verdict-counts.ts';
import { Tally } from '@assize/service/audit/registry.ts';
import type { Database } from '@assize/service/database/open.ts';
import { storedCounts, verdictCounter } from '@assize/service/evidence/statistics/counts.ts';
import { evidenceStatistics } from '@assize/service/evidence/statistics/statistics.ts';
import { sql } from 'kysely';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { openMoving } from './support/databases/moving.ts';
import {
  ask,
  evaluate,
  openWithoutHttp,
  PRODUCTION_KEY,
  startTestService,
} from './support/http/in-process.ts';
import { evaluateMany, restoring } from './support/truth/truth.ts';
import { until } from './support/until.ts';

const STATISTICS = '/api/v1/evidence/statistics';
const HOUR_MS = 3_600_000;
const AT_ONCE = 2048;
const ARTIFACTS = 2 * AT_ONCE + 100;
/** The chore may run while artifacts are added, and counts no remainder smaller than a step. */
const LEAST_COUNTED = ARTIFACTS - AT_ONCE + 1;

async function forgetCounts(db: Database): Promise<void> {
  await db.deleteFrom('verdict_counts').execute();
  await db.deleteFrom('verdict_count_heads').execute();
}

testOnEachDatabase('counts-verdicts-exactly-before-and-after-the-chore', async (location, t) => {
  const { service, app } = await startTestService(t, location);
  const { db } = service;
  await evaluate(app, 'a', {
    action: 'database.drop',
    context: { risk_level: 'critical', is_irreversible: true },
  });
  for (let count = 0; count < 3; count += 1) {
    await evaluate(app, 'a', { action: 'pay', context: { risk_level: 'high' } });
  }
  await evaluate(app, 'a', { action: 'look', context: {} });
  const { body: few } = await ask(app, 'a', STATISTICS);
  assert.deepEqual(few.actions, [
    { action: 'pay', proceed: 0, escalate: 3, block: 0 },
    { action: 'database.drop', proceed: 0, escalate: 0, block: 1 },
  ]);
  assert.equal(few.total, 5);
  await evaluateMany(service, ARTIFACTS);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  await until(async () => (await storedCounts(db, chain)).counted >= LEAST_COUNTED);
  const { body } = await ask(app, 'a', STATISTICS);
  const rows = await db
    .selectFrom('artifacts')
    .select(['verdict', sql<number>`count(*)`.as('artifacts')])
    .where('artifact_type', '=', 'governance_eval')
    .groupBy('verdict')
    .execute();
  const sums = { proceed: 0, escalate: 0, block: 0 };
  for (const each of body.verdicts) {
    for (const verdict of ['proceed', 'escalate', 'block'] as const) sums[verdict] += each[verdict];
  }
  assert.deepEqual(sums, {
    ...sums,
    ...Object.fromEntries(rows.map((row) => [row.verdict, Number(row.artifacts)])),
  });
  assert.equal(body.total, ARTIFACTS + 5);
  // Later the same verdicts are those before the period.
  const soon = Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS;
  const of = (from: number, nowMs: number) =>
    evidenceStatistics(db, chain, { from, to: nowMs, interval: 'hour' }, nowMs);
  const { before } = await of(soon, soon + 2 * HOUR_MS);
  assert.deepEqual(before, { from: soon - 2 * HOUR_MS, to: soon, ...sums });
  assert.deepEqual((await of(soon + 2 * HOUR_MS, soon + 4 * HOUR_MS)).before, {
    ...{ from: soon, to: soon + 2 * HOUR_MS },
    ...{ proceed: 0, escalate: 0, block: 0 },
  });
  assert.deepEqual([body.interval, body.verdicts.length], ['hour', 25]);
  // The result per day is the same.
  const { body: days } = await ask(app, 'a', `${STATISTICS}?interval=day`);
  assert.deepEqual([days.total, days.actions], [body.total, body.actions]);
  // Nodes that count at the same time count nothing twice.
  await forgetCounts(db);
  await Promise.all([verdictCounter(db)(), verdictCounter(db)(), verdictCounter(db)()]);
  const { body: again } = await ask(app, 'a', STATISTICS);
  assert.deepEqual([again.total, again.actions], [body.total, body.actions]);
});

testOnEachDatabase('is-exact-while-verdicts-are-counted', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const moving = await openMoving(t, location);
  const countOn = async (): Promise<void> => {
    await evaluateMany(service, AT_ONCE);
    await verdictCounter(service.db)();
  };
  await countOn();
  const found = await evidenceStatistics(moving(3, countOn), chain, {}, Date.now());
  assert.equal(found.total, 3 * AT_ONCE);
  const sumOf = (counts: readonly { escalate: number }[]) =>
    counts.reduce((sum, { escalate }) => sum + escalate, 0);
  assert.equal(sumOf(found.actions), sumOf(found.verdicts));
  // However fast the chain grows, statistics and the check of the counts finish.
  const growing = await evidenceStatistics(moving(Infinity, countOn), chain, {}, Date.now());
  assert.equal(sumOf(growing.actions), sumOf(growing.verdicts));
  const tally = new Tally();
  const context = { chain, size: 0, tenantId: '', environment: '', nowMs: 0, location };
  await verdictCounts(tally, { ...context, db: moving(Infinity, countOn) });
  assert.equal(tally.report().gapCount, 0);
  assert.ok(tally.report().checked > 0);
});

testOnOneDatabase('leaves-out-what-is-outside-the-period', async (location, t) => {
  const { app } = await startTestService(t, location);
  await evaluate(app, 'a', { action: 'pay', context: { risk_level: 'high' } });
  const at = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const of = (from: number, to: number) =>
    ask(app, 'a', `${STATISTICS}?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`);
  const { body: before } = await of(at - 2 * HOUR_MS, at);
  assert.deepEqual([before.total, before.actions, before.verdicts.length], [0, [], 2]);
  assert.equal(before.running_from, null);
  // Only whole intervals are compared: the running one has not counted all that it will.
  const { body: running } = await of(at - HOUR_MS, at + HOUR_MS);
  assert.equal(running.running_from, new Date(at).toISOString());
  assert.deepEqual(running.before, {
    ...{ from: new Date(at - 2 * HOUR_MS).toISOString(), to: new Date(at - HOUR_MS).toISOString() },
    ...{ proceed: 0, escalate: 0, block: 0 },
  });
  const { body: later } = await of(at + 2 * HOUR_MS, at + 3 * HOUR_MS);
  assert.deepEqual([later.before.from, later.before.escalate], [later.before.to, 0]);
  // Times within an interval mean the whole interval.
  const { body: around } = await of(at + 1, at + 2);
  assert.deepEqual([around.total, around.from], [1, new Date(at).toISOString()]);
  for (const wrong of ['from=2026-01-02&to=2026-01-01', 'from=2000-01-01&interval=hour', 'interval=week']) {
    assert.equal((await ask(app, 'a', `${STATISTICS}?${wrong}`)).status, 422, wrong);
  }
});

testOnOneDatabase('names-counts-that-the-artifacts-do-not-give', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { db } = service;
  await evaluateMany(service, ARTIFACTS);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  await until(async () => (await storedCounts(db, chain)).counted >= LEAST_COUNTED);
  await forgetCounts(db);
  await verdictCounter(db)();
  assert.equal((await service.truth.verify(chain)).overallValid, true);
  for (const [change, what] of [
    [
      sql`UPDATE verdict_counts SET evaluations = evaluations + 1 WHERE unit = 'hour'`,
      /not what the artifacts/,
    ],
    [sql`DELETE FROM verdict_counts WHERE unit = 'action_day'`, /is missing/],
    [sql`UPDATE verdict_counts SET action = 'other' WHERE unit = 'hour'`, /there are no artifacts/],
    [sql`UPDATE verdict_count_heads SET counted = 2048`, /not what the artifacts/],
    [sql`UPDATE verdict_count_heads SET counted = counted + 1000`, /More is counted/],
  ] as const) {
    await restoring(db, ['verdict_counts', 'verdict_count_heads'], async () => {
      await change.execute(db);
      const { gaps } = await service.truth.verify(chain);
      assert.ok(
        gaps.some((gap) => gap.registry === 'verdict-counts' && what.test(gap.what)),
        String(what),
      );
    });
  }
});
