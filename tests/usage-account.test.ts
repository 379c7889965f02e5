/** The account as its keys see it: the current month, closed months, and the amount due for each, to the last cent. */
import assert from 'node:assert/strict';
import { monthName, startOfMonth } from '@assize/service/foundation/month.ts';
import { setTier } from '@assize/service/tenants/index.ts';
import { agree, closingChore } from '@assize/service/usage/account/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { type Answer, type Call, evaluate, SANDBOX_KEY } from './support/http/in-process.ts';
import {
  DAY_MS,
  HOUR_MS,
  heldBytes,
  page,
  periodOf,
  serviceInMonth,
  usage,
  use,
  withoutRates,
} from './support/people/account.ts';
import { keyHolder } from './support/people/other-tenant.ts';

testOnEachDatabase('works-out-the-month-of-a-team-to-the-last-cent', async (location, t) => {
  const moved = await serviceInMonth(t, location);
  const { service, app, month } = moved;
  await setTier(service, 'default', 'team');
  await use(service, month);
  for (let asked = 0; asked < 3; asked += 1) await evaluate(app, 'a', { action: 'a', context: {} });
  await evaluate(app, 'a', { action: 'a', context: {} }, { key: SANDBOX_KEY });
  const bytes = await heldBytes(service);

  const { body: summary } = await usage(app, 'summary');
  const storageCost = Math.round((bytes - 10_000_000_000) / 10_000) / 1_000_000;
  const overage = Number((1852 * 0.005 + 233 * 0.002 + 42 * 0.02 + 500 * 0.001 + storageCost).toFixed(6));
  assert.deepEqual(summary, summaryOf(month, bytes, storageCost, overage));
  const amounts = {
    users: 0,
    base_usd: 49,
    overage_usd: overage,
    credit_applied_usd: 10,
    credit_remaining_usd: 0,
    amount_due_usd: Number((39 + overage).toFixed(6)),
  };
  const { body: billing } = await usage(app, 'billing');
  assert.deepEqual(billing, { tier: 'team', plan: 'free', billing_period: periodOf(month), ...amounts });
  const { body: sandbox } = await usage(app, 'summary', { key: SANDBOX_KEY });
  assert.deepEqual([sandbox.tier, sandbox.api_credit_remaining_usd], ['team', 0]);
  for (const path of ['billing', 'history', `invoices/${monthName(month)}`]) {
    assert.equal((await usage(app, path, { key: SANDBOX_KEY })).status, 403);
  }

  moved.moveTo(startOfMonth(month + 1) + HOUR_MS);
  const { body: invoice } = await usage(app, `invoices/${monthName(month)}`);
  const { usage: charged, closed_at, invoice: number, tenant, ...rest } = invoice;
  assert.deepEqual(rest, { tier: 'team', billing_period: periodOf(month), ...amounts });
  assert.deepEqual(withoutRates(charged), summary.usage);
  assert.equal(tenant.name, 'default');
  assert.equal(number, `${monthName(month)}-${tenant.id.slice(4)}`);
  assert.ok(Date.parse(closed_at) >= startOfMonth(month + 1) + HOUR_MS);
  const { body: history } = await usage(app, 'history');
  assert.deepEqual(
    history.items.map(({ tier, billing_period, api_credit_remaining_usd }: Answer['body']) => ({
      tier,
      billing_period,
      api_credit_remaining_usd,
    })),
    [
      { tier: 'team', billing_period: periodOf(month + 1), api_credit_remaining_usd: 0 },
      { tier: 'team', billing_period: periodOf(month), api_credit_remaining_usd: 0 },
      { tier: 'free', billing_period: periodOf(month - 1), api_credit_remaining_usd: 10 },
    ],
  );
  assert.deepEqual(history.items[1], summary);
});

testOnOneDatabase('never-changes-a-month-that-is-closed', async (location, t) => {
  const moved = await serviceInMonth(t, location);
  const { service, app, month } = moved;
  await setTier(service, 'default', 'enterprise');
  await use(service, month);
  const prices = (rate: number) =>
    JSON.stringify({
      allowances: { governance_evaluations: 10_000 },
      rates_micro_usd: { governance_evaluations: rate },
      base_usd: 1999.5,
    });
  await agree(service, 'default', prices(1500));
  moved.moveTo(startOfMonth(month + 1) + HOUR_MS / 2);
  await assert.rejects(
    agree(service, 'default', prices(9)),
    /is closed at .*T01:00:00.000Z: change the terms/,
  );
  moved.moveTo(startOfMonth(month + 1) + HOUR_MS);
  await agree(service, 'default', prices(9));
  const path = `invoices/${monthName(month)}`;
  const first = await usage(app, path);
  assert.equal(first.status, 200);
  assert.equal(first.body.overage_usd, 2.7735);
  assert.equal(first.body.amount_due_usd, 1999.5);
  await service.db.updateTable('usage_counters').set({ evaluations: 1_000_000 }).execute();
  await setTier(service, 'default', 'free');
  await agree(service, 'default', null);
  moved.moveTo(startOfMonth(month + 2) + 2 * DAY_MS);
  assert.deepEqual((await usage(app, path)).body, first.body);
  const { body: history } = await usage(app, 'history');
  assert.deepEqual(history.items[2].usage, withoutRates(first.body.usage));
  const tiers = history.items.map((item: Answer['body']) => item.tier);
  assert.deepEqual(
    tiers,
    ['free', 'enterprise', 'enterprise', 'free'],
    'a lower tier takes effect a month later',
  );
});

testOnEachDatabase('closes-each-month-once-on-however-many-nodes', async (location, t) => {
  const moved = await serviceInMonth(t, location);
  const { service, app, month } = moved;
  const { tenant } = await keyHolder(service, 'neighbour', { tier: 'team' });
  const stopping = new AbortController().signal;
  moved.moveTo(startOfMonth(month + 3) + HOUR_MS);
  await keyHolder(service, 'newcomer');
  await Promise.all(Array.from({ length: 6 }, () => closingChore(service).run(stopping)));
  const rows = await service.db
    .selectFrom('invoices')
    .select(['tenant_id', 'month'])
    .orderBy('month')
    .execute();
  const months = [month - 1, month, month + 1, month + 2];
  const of = (wanted: (tenantId: string) => boolean) =>
    rows.filter((row) => wanted(row.tenant_id)).map((row) => row.month);
  assert.deepEqual(
    of((id) => id === tenant.tenantId),
    months.slice(1),
    'since it was created',
  );
  assert.deepEqual(
    of((id) => id !== tenant.tenantId),
    months,
  );

  moved.moveTo(startOfMonth(month + 1) + DAY_MS);
  const { status, body } = await usage(app, 'summary');
  assert.equal(status, 200, 'setting a clock back opens nothing');
  assert.deepEqual(body.billing_period, periodOf(month + 3), 'setting a clock back opens nothing');
  await closingChore(service).run(stopping);
  assert.equal((await service.db.selectFrom('invoices').select('month').execute()).length, rows.length);
});

testOnOneDatabase('says-why-there-is-no-invoice', async (location, t) => {
  const moved = await serviceInMonth(t, location);
  const { service, app, month } = moved;
  const other = await keyHolder(service, 'neighbour');
  const refusal = async (name: string, call: Call = {}) => {
    const { status, body } = await usage(app, `invoices/${name}`, call);
    return { status, detail: body.detail };
  };
  const later = new Date(startOfMonth(month + 1) + HOUR_MS).toISOString();
  const open = `${monthName(month)} is not closed: its invoice is available from ${later} on.`;
  assert.deepEqual(await refusal(monthName(month)), { status: 404, detail: open });
  assert.match(
    (await refusal(monthName(month + 40))).detail,
    /is not closed: its invoice is available from \d{4}-/,
  );
  const before = (first: number, asked: number) =>
    `This account began in ${monthName(first)}: there is no invoice for ${monthName(asked)}.`;
  assert.deepEqual(await refusal(monthName(month - 2)), {
    status: 404,
    detail: before(month - 1, month - 2),
  });
  const key = { key: other.secret };
  assert.deepEqual(
    await refusal(monthName(month - 1), key),
    { status: 404, detail: before(month, month - 1) },
    'its own account',
  );
  for (const name of ['2026-13', '2026-1', '2026', 'x', '0000-00', '%00', '2026-10-01']) {
    const { status, detail } = await refusal(name);
    assert.deepEqual({ status, loc: detail[0].loc }, { status: 422, loc: ['path', 'month'] }, name);
  }
  const { status, body } = await usage(app, `invoices/${monthName(month - 1)}?format=xml`);
  assert.deepEqual({ status, loc: body.detail[0].loc }, { status: 422, loc: ['query', 'format'] });
});

testOnOneDatabase('hands-out-an-invoice-as-a-table-and-as-a-page', async (location, t) => {
  const moved = await serviceInMonth(t, location);
  const { service, app, month } = moved;
  await setTier(service, 'default', 'team');
  await use(service, month);
  moved.moveTo(startOfMonth(month + 1) + HOUR_MS);
  const path = `invoices/${monthName(month)}`;
  const { body: invoice } = await usage(app, path);
  const csv = await usage(app, `${path}?format=csv`);
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
  const [head, ...rows] = csv.body
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(','));
  assert.deepEqual(head?.slice(4), ['item', 'used', 'allowance', 'overage', 'rate_usd', 'amount_usd']);
  assert.deepEqual(
    rows.map((row: string[]) => row.slice(4).join(' ').trimEnd()),
    [
      'base     49',
      'governance_evaluations 11849 10000 1849 0.005 9.245',
      'evidence_emissions 50230 50000 230 0.002 0.46',
      'compliance_checks 310 5000 0 0.01 0',
      'core_api_calls 1042 1000 42 0.02 0.84',
      'trust_score_queries 20500 20000 500 0.001 0.5',
      'evidence_storage_gb 12 10 2 0.1 0.2',
      'credit     -10',
      `amount_due     ${invoice.amount_due_usd}`,
    ],
  );
  const amounts = rows.map((row: string[]) => Math.round(Number(row.at(-1)) * 1_000_000));
  const due = amounts.pop();
  assert.equal(
    amounts.reduce((sum: number, amount: number) => sum + amount, 0),
    due,
  );
  const sheets = await Promise.all([1, 2].map(() => page(app, `${path}?format=pdf`)));
  for (const { statusCode, headers, rawPayload } of sheets) {
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'application/pdf');
    const name = `attachment; filename="assize-invoice-${invoice.invoice}.pdf"`;
    assert.equal(headers['content-disposition'], name);
    assert.equal(rawPayload.subarray(0, 8).toString(), '%PDF-1.7');
    assert.ok(rawPayload.equals(sheets[0]?.rawPayload ?? Buffer.alloc(0)), 'the same bytes each time');
  }
});

function summaryOf(month: number, bytes: number, storageCost: number, overage: number) {
  return {
    tier: 'team',
    billing_period: periodOf(month),
    usage: {
      governance_evaluations: { used: 11_852, limit: 10_000, overage: 1852, overage_cost_usd: 9.26 },
      evidence_emissions: { used: 50_233, limit: 50_000, overage: 233, overage_cost_usd: 0.466 },
      compliance_checks: { used: 310, limit: 5000, overage: 0, overage_cost_usd: 0 },
      core_api_calls: { used: 1042, limit: 1000, overage: 42, overage_cost_usd: 0.84 },
      trust_score_queries: { used: 20_500, limit: 20_000, overage: 500, overage_cost_usd: 0.5 },
      evidence_storage_gb: {
        used: bytes / 1e9,
        limit: 10,
        overage: (bytes - 10_000_000_000) / 1e9,
        overage_cost_usd: storageCost,
      },
    },
    total_overage_cost_usd: overage,
    api_credit_remaining_usd: 0,
  };
}
