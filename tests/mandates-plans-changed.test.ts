/** Plans that change: narrowed, widened by a human, and what a setting lets pass that they forgot. */
import assert from 'node:assert/strict';
import { requireTrue } from './support/governance/governance.ts';
import { changed, fieldsOf, opened, verdictUnder } from './support/governance/mandates.ts';
import { byPerson, calling, IBAN, OTHER_IBAN, paying, withTools } from './support/governance/plans.ts';
import { change } from './support/governance/settings.ts';
import { ask } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('narrows-a-plan-to-what-is-within-it', async ({ app, service, key }) => {
  await withTools(app);
  const plan = [
    { tool: 'bank.*', effects: ['read', 'pay'], parties: [{ value: IBAN }], amount: 40 },
    { tool: 'crm.find', count: 4 },
  ];
  const { mandate_id: id } = await opened(app, byPerson(...plan));
  const narrow = (...steps: object[]) => changed(app, 'narrow', id, { plan: { steps } }, { surface: 'a' });
  for (const wider of [
    { tool: 'bank.pay', effects: ['send'], amount: 4 },
    { tool: 'bank.pay', effects: ['pay'], amount: 41 },
    { tool: 'bank.pay', effects: ['pay'] },
    { tool: 'bank.pay', effects: ['pay'], amount: 4, parties: [{ value: OTHER_IBAN }] },
    { tool: 'mail.send', effects: ['send'] },
    { tool: 'crm.find' },
    { tool: 'crm.find', count: 5 },
    { tool: 'CRM_find', count: 4 },
  ]) {
    const answer = await narrow(wider);
    assert.equal(answer.status, 422, JSON.stringify(wider));
    assert.deepEqual(fieldsOf(answer)[0], 'body.plan.steps.0', JSON.stringify(wider));
  }
  assert.equal((await changed(app, 'narrow', id, { effects: ['read'] }, { surface: 'a' })).status, 422);
  const narrowed = await narrow(
    { tool: 'bank.pay', effects: ['pay'], amount: 4 },
    { tool: 'crm.find', count: 1 },
  );
  assert.equal(narrowed.status, 200, JSON.stringify(narrowed.body));
  assert.deepEqual(narrowed.body.tools, ['bank.pay', 'crm.find']);
  assert.equal((await verdictUnder(app, id, calling('crm.find'))).verdict, 'PROCEED');
  assert.equal((await verdictUnder(app, id, calling('crm.find'))).verdict, 'ESCALATE');
  assert.equal((await verdictUnder(app, id, paying(IBAN, 4))).verdict, 'ESCALATE');
  assert.equal((await changed(app, 'close', id, {})).status, 200);
  assert.equal((await narrow({ tool: 'crm.find', count: 1 })).status, 409);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('widens-a-plan-by-steps-once-a-human-approves', async ({ app, service, key }) => {
  await withTools(app);
  const { mandate_id: id } = await opened(app, byPerson({ tool: 'crm.find' }));
  const wanted = { plan: { steps: [{ tool: 'web.search' }] } };
  const asked = await changed(app, 'widen', id, wanted);
  assert.equal(asked.body.verdict, 'escalate', JSON.stringify(asked.body));
  await ask(app, 'b', `/v1/approvals/${asked.body.approval_id}/approve`, { body: {} });
  const widened = await changed(app, 'widen', id, { ...wanted, approval_id: asked.body.approval_id });
  assert.equal(widened.body.verdict, 'proceed', JSON.stringify(widened.body));
  assert.deepEqual(widened.body.mandate.plan, [
    { tool: 'crm.find', effects: ['read'], parties: [] },
    { tool: 'web.search', effects: ['read'], parties: [] },
  ]);
  assert.equal((await verdictUnder(app, id, calling('web.search'))).verdict, 'PROCEED');
  const { mandate_id: byWords } = await opened(app, { task: 'Search the web' });
  const other = await changed(app, 'widen', byWords, wanted, { surface: 'a' });
  assert.deepEqual(fieldsOf(other), ['body.plan']);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase(
  'lets-a-forgotten-read-pass-unless-the-setting-says-otherwise',
  async ({ app, service, key }) => {
    await withTools(app);
    const { mandate_id: id } = await opened(app, byPerson({ tool: 'bank.pay', effects: ['pay'] }));
    for (const [action, verdict] of [
      ['crm.find', 'PROCEED'],
      ['crm.salaries', 'ESCALATE'],
      ['web.search', 'PROCEED'],
      ['unheard.of', 'ESCALATE'],
    ] as const) {
      const answer = await verdictUnder(app, id, calling(action));
      assert.equal(answer.verdict, verdict, `${action}: ${answer.reasoning}`);
    }
    assert.equal((await verdictUnder(app, id, calling('files.open', { mode: 'write' }))).verdict, 'ESCALATE');
    await change(app, () => ({ mandates: { required: false, forgotten_reads: 'escalate' } }));
    assert.equal((await verdictUnder(app, id, calling('crm.find'))).verdict, 'ESCALATE');
    await requireTrue(service, key);
  },
);
