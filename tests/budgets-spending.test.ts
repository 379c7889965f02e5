/**
 * Money is reserved, settled at the reported cost, released if no report comes, and counted from zero in each period.
 */
import assert from 'node:assert/strict';
import { lapseOverdue } from '@assize/service/budgets/index.ts';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { DAY_MS, moneyOf, newBudget, report, spend, verdictOn } from './support/governance/budgets.ts';
import { requireTrue } from './support/governance/governance.ts';
import { evaluate, startTestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const HOUR_MS = 3_600_000;

testAsTenantOnEachDatabase('settles-by-what-is-reported', async ({ app, service, key }) => {
  const { budget_id: id } = await newBudget(app, { limit_usd: 100 });
  const ids: string[] = [];
  for (const cost of [10, 10, 10, 10, 10]) ids.push((await spend(app, cost)).body.evidence_id);
  assert.deepEqual(await moneyOf(app, id), [100, 0, 50, 50]);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  assert.equal((await report(app, first, 'success')).status, 201);
  assert.deepEqual(await moneyOf(app, id), [100, 10, 40, 50]);
  assert.equal((await report(app, second, 'success', 2.5)).status, 201);
  assert.deepEqual(await moneyOf(app, id), [100, 12.5, 30, 57.5]);
  assert.equal((await report(app, third, 'failure')).status, 201);
  assert.deepEqual(await moneyOf(app, id), [100, 12.5, 20, 67.5]);
  assert.equal((await report(app, fourth, 'failure', 95)).status, 201);
  assert.deepEqual(await moneyOf(app, id), [100, 107.5, 10, -17.5]);
  // Reports at the same time count once.
  const fifth = ids[4] ?? '';
  const answers = await Promise.all(Array.from({ length: 8 }, () => report(app, fifth, 'success', 1)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  assert.deepEqual(await moneyOf(app, id), [100, 108.5, 0, -8.5]);
  await requireTrue(service, key);
});

testAsTenant('reserves-only-where-the-verdict-is-proceed', async ({ app, service, key }) => {
  const { budget_id: id } = await newBudget(app, { limit_usd: 10 });
  const { budget_id: none } = await newBudget(app, { limit_usd: 0, agent_id: 'penniless' });
  const high = { context: { risk_level: 'high' } };
  assert.equal(await verdictOn(app, 1, high), 'ESCALATE');
  assert.equal(await verdictOn(app, 9), 'ESCALATE');
  assert.equal(await verdictOn(app, 11), 'BLOCK');
  assert.equal(await verdictOn(app, 0), 'PROCEED');
  assert.equal(await verdictOn(app, 0, { agent_id: 'penniless' }), 'PROCEED');
  assert.equal(await verdictOn(app, 0.000001, { agent_id: 'penniless' }), 'BLOCK');
  await evaluate(app, 'a', { action: 'pay', context: {} });
  assert.deepEqual(await moneyOf(app, id), [10, 0, 0, 10]);
  // A repeated request counts once.
  const asked = { action: 'pay', context: { estimated_cost_usd: 2 }, idempotency_key: 'k' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => evaluate(app, 'b', asked)));
  assert.equal(new Set(answers.map(({ body }) => body.evidence_id)).size, 1);
  assert.deepEqual(await moneyOf(app, id), [10, 0, 2, 8]);
  assert.equal(await verdictOn(app, 6.4), 'PROCEED');
  assert.deepEqual(await moneyOf(app, none), [0, 0, 0, 0]);
  await requireTrue(service, key);
});

testAsTenant('the-budget-with-the-least-left-decides', async ({ app, service, key }) => {
  const all = await newBudget(app, { limit_usd: 100 });
  const agent = await newBudget(app, { limit_usd: 10, agent_id: 'agent-7', period: 'day' });
  const action = await newBudget(app, { limit_usd: 5, action_pattern: 'refund.*' });
  const both = await newBudget(app, { limit_usd: 1, agent_id: 'agent-7', action_pattern: '*.large' });
  const remaining = async () => {
    const money = [];
    for (const { budget_id } of [all, agent, action, both]) money.push((await moneyOf(app, budget_id))[3]);
    return money;
  };
  assert.equal(await verdictOn(app, 6, { agent_id: 'agent-7' }), 'PROCEED');
  assert.deepEqual(await remaining(), [94, 4, 5, 1]);
  assert.equal(await verdictOn(app, 4, { action: 'refund.small' }), 'PROCEED');
  assert.deepEqual(await remaining(), [90, 4, 1, 1]);
  assert.equal(await verdictOn(app, 2, { action: 'refund.small' }), 'BLOCK');
  assert.equal(await verdictOn(app, 0.5, { action: 'refund.large', agent_id: 'agent-7' }), 'PROCEED');
  assert.deepEqual(await remaining(), [89.5, 3.5, 0.5, 0.5]);
  assert.equal(await verdictOn(app, 0.6, { action: 'buy.large', agent_id: 'agent-7' }), 'BLOCK');
  assert.equal(await verdictOn(app, 0.6, { action: 'buy.large', agent_id: 'agent-8' }), 'PROCEED');
  // The caller's own claim counts if it is lower.
  assert.equal(await verdictOn(app, 3, { context: { budget_remaining_usd: 2 } }), 'BLOCK');
  assert.equal(await verdictOn(app, 80, { context: { budget_remaining_usd: 1_000_000 } }), 'ESCALATE');
  await requireTrue(service, key);
});

testOnEachDatabase('starts-again-with-each-period', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, service } = moved;
  const day = await newBudget(app, { limit_usd: 10, period: 'day' });
  const month = await newBudget(app, { limit_usd: 25 });
  const toMonth = Date.UTC(2031, 0, 30, 23, 30);
  moved.move(toMonth - service.clock.now());
  const { evidence_id } = (await spend(app, 8)).body;
  assert.equal(await verdictOn(app, 8), 'BLOCK');
  moved.move(HOUR_MS);
  assert.equal(await verdictOn(app, 8), 'PROCEED');
  assert.equal(await verdictOn(app, 8), 'BLOCK');
  moved.move(DAY_MS);
  // 9 remain of last month, but last month is over.
  assert.equal(await verdictOn(app, 8), 'PROCEED');
  assert.deepEqual(await moneyOf(app, month.budget_id), [25, 0, 8, 17]);
  // An amount that was reserved in a period is spent in that period.
  await report(app, evidence_id, 'success', 3);
  assert.deepEqual(await moneyOf(app, month.budget_id), [25, 0, 8, 17]);
  assert.deepEqual(await moneyOf(app, day.budget_id), [10, 0, 8, 2]);
  const january = await service.db
    .selectFrom('budget_periods')
    .select(['reserved_micro_usd', 'spent_micro_usd'])
    .where('budget_id', '=', month.budget_id)
    .orderBy('period_start')
    .executeTakeFirstOrThrow();
  assert.deepEqual(january, { reserved_micro_usd: 8_000_000, spent_micro_usd: 3_000_000 });
  await requireTrue(service);
});

testOnEachDatabase('gives-back-reservations-without-a-report', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, service } = moved;
  const { budget_id: id } = await newBudget(app, { limit_usd: 100 });
  // In the middle of a month, so that the budget's period does not end meanwhile.
  moved.move(Date.UTC(2031, 0, 10, 12) - service.clock.now());
  const ids: string[] = [];
  for (let place = 0; place < 5; place += 1) ids.push((await spend(app, 10)).body.evidence_id);
  await report(app, ids[0] ?? '', 'success');
  moved.move(23 * HOUR_MS);
  await spend(app, 7);
  await lapseOverdue(service);
  assert.deepEqual((await moneyOf(app, id))[2], 47);
  moved.move(HOUR_MS);
  // Several runs at once release it once, and so does one that races a report.
  const [, ...done] = await Promise.all([
    report(app, ids[1] ?? '', 'success', 9),
    ...Array.from({ length: 4 }, () => lapseOverdue(service)),
  ]);
  assert.deepEqual(done, [false, false, false, false]);
  const rows = await service.db.selectFrom('budget_reservations').select('status').execute();
  assert.deepEqual(rows.map(({ status }) => status).sort(), [
    'held',
    'lapsed',
    'lapsed',
    'lapsed',
    'settled',
    'settled',
  ]);
  const [, spent, reserved] = await moneyOf(app, id);
  assert.deepEqual({ spent, reserved }, { spent: 19, reserved: 7 });
  // A later report still counts as spent.
  assert.equal((await report(app, ids[2] ?? '', 'success', 4)).status, 201);
  assert.deepEqual((await moneyOf(app, id)).slice(1, 3), [23, 7]);
  await requireTrue(service);
});

testOnEachDatabase('knows-after-a-stop-what-was-reserved', async (location, t) => {
  const before = await startTestService(t, location);
  const { budget_id: id } = await newBudget(before.app, { limit_usd: 10 });
  const asked = Array.from({ length: 40 }, () => spend(before.app, 1).catch(() => null));
  await asked[0];
  await before.service.close();
  const answers = await Promise.all(asked);
  const paid = answers.filter((answer) => answer?.body.verdict === 'PROCEED').length;
  const { app, service } = await startTestService(t, location);
  const [, , reserved = 0, remaining = -1] = await moneyOf(app, id);
  assert.ok(
    reserved >= paid && remaining >= 0 && reserved + remaining === 10,
    `${reserved}, ${paid} reported`,
  );
  assert.equal(await verdictOn(app, remaining + 1), 'BLOCK');
  await requireTrue(service);
});
