/**
 * A task that a model planned, through each way into the service: what the plan has passes, what is beyond it is asked
 * once and then belongs to the task, and a stranger's account is held under a plan too.
 */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/governance.ts';
import { holdForgottenReads } from './support/governance/plans.ts';
import { askOk, startTestService } from './support/http/in-process.ts';
import { startModel } from './support/planner/model.ts';
import { ALLOWING, putPlanner } from './support/planner/planner.ts';
import { DESK_AGENTS } from './support/walks/agents.ts';
import { DESK_TASK, deskTools, heldFor, NAMED, STRANGER, SUPPLIER } from './support/walks/desk.ts';

const BEYOND = /the plan of mandate mdt_\w+ does not contain the tool desk\.payees/;

for (const [way, start] of Object.entries(DESK_AGENTS)) {
  testOnEachDatabase(`asks-once-for-what-is-beyond-the-plan (${way})`, async (location, t) => {
    const { app, service } = await startTestService(t, location, ALLOWING);
    await deskTools(app);
    await holdForgottenReads(app);
    const model = await startModel(t);
    await putPlanner(app, { url: model.url('desk') });
    const use = await start(t, await app.listen({ host: '127.0.0.1', port: 0 }), DESK_TASK);

    assert.deepEqual(await use('mail_read'), { ran: true, words: [] });
    const [mandate, ...others] = (await askOk(app, 'b', '/v1/mandates')).items;
    assert.deepEqual([mandate.source, mandate.plan.length, others], ['planned', 2, []]);

    const held = await use('pay', { to: STRANGER, amount: 40 });
    assert.equal(held.ran, false);
    for (const words of held.words) assert.match(words, NAMED);
    assert.deepEqual(await use('pay', { to: SUPPLIER, amount: 40 }), { ran: true, words: [] });

    const beyond = await use('payees');
    assert.equal(beyond.ran, false);
    for (const words of beyond.words) assert.match(words, BEYOND);
    const { items } = await askOk(app, 'a', '/api/v1/approvals?status=pending');
    const asked = items.find(({ action }: { action: string }) => action === 'desk.payees');
    await askOk(app, 'a', `/api/v1/approvals/${asked.approval_id}/approve`, { body: { for: 'task' } });
    for (const _ of [1, 2]) assert.deepEqual(await use('payees'), { ran: true, words: [] });

    const { items: left } = await askOk(app, 'a', '/api/v1/approvals?status=pending');
    assert.deepEqual(
      left.map(({ action }: { action: string }) => action),
      ['desk.pay'],
    );
    assert.deepEqual(await heldFor(app), { beyond_plan: 1, new_party: 1, other: 0 });
    await requireTrue(service);
  });
}
