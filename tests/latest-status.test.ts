/** The newest artifact of each type shows its status in one word, if its type has one. */
import assert from 'node:assert/strict';
import { decide, escalated } from './support/approvals/approvals.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { ask } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const PLAIN = { action: 'mail.send', agent_id: 'agent-7', context: { risk_level: 'low' } };

testAsTenant('the-latest-of-each-type-says-how-it-ended', async ({ app, service }) => {
  const latest = async () => (await ask(app, 'a', '/api/v1/evidence/latest')).body.items;
  const statusOf = async (type: string) => (await latest())[type]?.status;

  await decide(app, 'approve', await escalated(app));
  await decide(app, 'reject', await escalated(app));
  await ask(app, 'a', '/api/v1/core/governance/execute', { body: PLAIN });
  assert.equal(await statusOf('action_executed'), 'executed');
  for (const outcome of ['success', 'failure']) {
    const reported = { ...PLAIN, outcome, executed_at: new Date(service.clock.now()).toISOString() };
    assert.equal((await ask(app, 'a', '/api/v1/evidence/outcomes', { body: reported })).status, 201);
    assert.equal(await statusOf('action_executed'), outcome);
  }
  const checked = await ask(app, 'a', '/api/v1/core/compliance/check', { body: { framework: 'soc2' } });
  assert.equal(checked.status, 200);
  const items = await latest();
  assert.equal(items.action_approved.status, 'approved');
  assert.equal(items.action_rejected.status, 'rejected');
  const { summary } = checked.body;
  const worst = ['not_met', 'partial'].find((result) => summary[result] > 0);
  assert.equal(items.compliance_check.status, worst ?? (summary.not_assessed > 0 ? 'partial' : 'met'));
  assert.ok(!('status' in items.governance_eval), 'an evaluation has its verdict');

  const { status } = await redactWhole(app, items.action_executed.id);
  assert.equal(status, 200);
  assert.ok(!('status' in (await latest()).action_executed), 'the status is no longer known');
});
