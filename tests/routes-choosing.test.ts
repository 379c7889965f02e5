/** The first route that matches a held action says who is asked, and a correction does not lead to others. */
import assert from 'node:assert/strict';
import { GRAVE, serviceWithClock } from './support/approvals/approvals.ts';
import { shown, twoGroups } from './support/approvals/routes.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { askOk, assertTrue, evaluate } from './support/http/in-process.ts';
import { askAs, setRoutes } from './support/people/groups.ts';

const PAY = {
  tool: 'refund.create',
  effect: 'pay',
  targets: [{ path: 'to', kind: 'email', role: 'payee' }],
  amount: { path: 'amount', currency: 'USD' },
};
const refund = (amount: number, to = 'ann@example.com', agent = 'agent-7') => ({
  ...GRAVE,
  agent_id: agent,
  action: 'refund.create',
  context: { ...GRAVE.context, arguments: { amount, to } },
});

testOnEachDatabase('the-first-route-that-matches-says-who-is-asked', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, owner, ann, cleo, finance, legal } = await twoGroups(moved);
  await askOk(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry: PAY } });
  const [byFinance, byLegal] = [[{ group: finance, approvals: 1 }], [{ group: legal, approvals: 1 }]];
  await setRoutes(app, [
    { name: 'Sandbox', when: { environment: 'sandbox' }, ask: byLegal },
    { name: 'Critical', when: { risk_at_least: 'critical' }, ask: byLegal },
    { name: 'Large', when: { tool: 'refund.*', amount_usd_at_least: 1000 }, ask: byLegal },
    {
      name: 'Abroad',
      when: { effects: ['pay'], target: { kind: 'email', value: '*@ABROAD.example' } },
      ask: byLegal,
    },
    { name: 'Robot', when: { agent_id: 'robot-*', target: { known: false } }, ask: byLegal },
    { name: 'Refunds', when: { action: 'refund.*' }, ask: byFinance },
  ]);
  const routeOf = async (body: object) => {
    const { approval_id: id } = (await evaluate(app, 'a', body)).body;
    return (await shown(app, owner, id)).route?.name ?? null;
  };
  assert.equal(await routeOf(refund(999.99)), 'Refunds');
  assert.equal(await routeOf(refund(1000)), 'Large');
  assert.equal(await routeOf(refund(1, 'bob@abroad.example')), 'Abroad');
  assert.equal(await routeOf(refund(1, 'bob@home.example', 'Robot-9')), 'Robot');
  assert.equal(
    await routeOf({ ...refund(1), context: { ...refund(1).context, estimated_cost_usd: 5000 } }),
    'Large',
  );
  assert.equal(await routeOf(GRAVE), null);
  await assertTrue(app);
  const { body } = await evaluate(app, 'a', refund(90));
  const approve = (who: typeof ann, amount: number) =>
    askAs(app, who, `/api/v1/approvals/${body.approval_id}/approve`, {
      body: { arguments: { amount, to: 'ann@example.com' } },
    });
  // Ann may approve 90, but not turn it into what Legal must approve.
  const raised = await approve(ann, 9000);
  assert.equal(raised.status, 409, JSON.stringify(raised.body));
  assert.match(raised.body.detail, /would ask other people/);
  assert.equal((await approve(cleo, 80)).status, 403);
  assert.equal((await approve(ann, 80)).body.status, 'approved');
});
