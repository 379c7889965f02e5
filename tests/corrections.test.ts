/** Approving with corrected arguments: the approval is for the corrected request, and the record names each change. */
import assert from 'node:assert/strict';
import { APPROVALS, decide, GRAVE } from './support/approvals/approvals.ts';
import { ask, assertTrue, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const refund = (amount: number, approval_id?: string) => ({
  ...GRAVE,
  action: 'refund.create',
  context: {
    ...GRAVE.context,
    arguments: { order: 'o-1', amount },
    ...(approval_id !== undefined && { approval_id, has_approval: true }),
  },
});

testAsTenantOnEachDatabase('an-approval-is-for-the-corrected-arguments', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const { approval_id: id } = (await evaluate(app, surface, refund(90))).body;
    const url = `${APPROVALS[surface]}/${id}`;
    const body = { arguments: { order: 'o-1', amount: 80 } };
    const tried = await ask(app, surface, `${url}/correction`, { body });
    assert.equal(tried.status, 200, JSON.stringify(tried.body));
    assert.deepEqual(tried.body.changed, [{ path: '/amount', before: 90, after: 80 }]);
    const approved = await decide(app, 'approve', id, { surface, body });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const { corrected } = approved.body;
    assert.deepEqual(corrected.arguments, { order: 'o-1', amount: 80 });
    assert.deepEqual(corrected.changed, [{ path: '/amount', before: 90, after: 80 }]);
    const asAsked = await evaluate(app, surface, refund(90, id));
    assert.equal(asAsked.body.verdict.toLowerCase(), 'block');
    assert.match(JSON.stringify(asAsked.body), /the approval is for corrected arguments/);
    const used = await evaluate(app, surface, refund(80, id));
    assert.equal(used.body.verdict.toLowerCase(), 'proceed', JSON.stringify(used.body));
  }
  await assertTrue(app);
});
