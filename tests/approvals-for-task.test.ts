/** Approving for the whole task: the mandate gets what was beyond it, in the commit of the approval, and nothing else. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { decide, statusOf, withApproval } from './support/approvals/approvals.ts';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { changed, mandateNow, opened, under, verdictUnder } from './support/governance/mandates.ts';
import {
  byPerson,
  calling,
  holdForgottenReads,
  IBAN,
  OTHER_IBAN,
  paying,
  sending,
  withTools,
} from './support/governance/plans.ts';
import { change } from './support/governance/settings.ts';
import { askOk, evaluate, type Surface } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const FOR_TASK = { body: { for: 'task' } };

const APART = {
  lifetime_hours: 2,
  required: { low: 1, medium: 1, high: 1, critical: 1 },
  separation_of_duties: true,
};

/** @returns the id of the approval that the call waits for. */
async function held(app: FastifyInstance, mandateId: string, call: { action: string; context: object }) {
  const { verdict, approval_id, reasoning } = await verdictUnder(app, mandateId, call);
  assert.equal(verdict, 'ESCALATE', reasoning);
  return approval_id ?? '';
}

for (const surface of ['a', 'b'] as Surface[]) {
  testAsTenantOnEachDatabase(
    `widens-the-plan-by-exactly-what-was-beyond-it-by-surface-${surface}`,
    async ({ app, service, key }) => {
      await withTools(app);
      const { mandate_id: id } = await opened(
        app,
        byPerson({ tool: 'bank.pay', effects: ['pay'], parties: [{ value: IBAN }], amount: 40 }),
      );
      const approvalId = await held(app, id, sending('bob@example.com'));
      const shown = await askOk(
        app,
        surface,
        `${surface === 'a' ? '/api/v1' : '/v1'}/approvals/${approvalId}`,
      );
      const added = {
        mandate_id: id,
        tool: 'mail.send',
        effects: ['send'],
        targets: [{ kind: 'email', value: 'bob@example.com' }],
      };
      assert.deepEqual(shown.for_task, added);
      const approved = await decide(app, 'approve', approvalId, { surface, ...FOR_TASK });
      assert.equal(approved.status, 200, JSON.stringify(approved.body));
      const { plan, version, tools } = await mandateNow(app, id);
      assert.deepEqual(
        { version, tools, step: plan.at(-1) },
        {
          version: 2,
          tools: ['bank.pay', 'mail.send'],
          step: { tool: 'mail.send', effects: ['send'], parties: added.targets },
        },
      );
      assert.equal((await verdictUnder(app, id, sending('bob@example.com'))).verdict, 'PROCEED');
      await held(app, id, sending('eve@evil.example'));
      await held(app, id, paying(IBAN, 41));
      const [widened] = await changesOf(service, 'mandate.widen', key);
      assert.equal(widened?.change.approval_id, approvalId);
      await requireTrue(service, key);
    },
  );
}

testAsTenantOnEachDatabase('lifts-no-bound-of-another-step', async ({ app, service, key }) => {
  await withTools(app);
  const { mandate_id: id } = await opened(
    app,
    byPerson({ tool: 'bank.*', effects: ['pay'], parties: [{ value: IBAN }], amount: 40, count: 2 }),
  );
  const approvalId = await held(app, id, paying(OTHER_IBAN, 60));
  assert.equal((await decide(app, 'approve', approvalId, FOR_TASK)).status, 200);
  assert.deepEqual((await mandateNow(app, id)).plan.at(-1), {
    tool: 'bank.pay',
    effects: [],
    parties: [{ kind: 'account', value: OTHER_IBAN }],
  });
  await held(app, id, paying(OTHER_IBAN, 60));
  for (const verdict of ['PROCEED', 'PROCEED', 'ESCALATE'])
    assert.equal((await verdictUnder(app, id, paying(OTHER_IBAN))).verdict, verdict);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('widens-a-mandate-of-words-too', async ({ app, service, key }) => {
  await withTools(app);
  const { mandate_id: id } = await opened(app, { task: 'Look for order SO-31', tools: ['crm.*'] });
  const call = sending('ann@example.com');
  const approvalId = await held(app, id, call);
  assert.equal((await decide(app, 'approve', approvalId, FOR_TASK)).status, 200);
  const { effects, tools, targets } = await mandateNow(app, id);
  assert.ok(effects.includes('send'));
  assert.deepEqual(tools, ['crm.*', 'mail.send']);
  assert.deepEqual(targets.at(-1), { kind: 'email', value: 'ann@example.com' });
  assert.equal((await verdictUnder(app, id, call)).verdict, 'PROCEED');
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('widens-once-however-often-it-is-approved', async ({ app, service, key }) => {
  await withTools(app);
  await holdForgottenReads(app);
  const { mandate_id: id } = await opened(app, byPerson({ tool: 'crm.find' }));
  const approvalId = await held(app, id, calling('web.search'));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => decide(app, 'approve', approvalId, FOR_TASK)),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal((await decide(app, 'approve', approvalId, FOR_TASK)).status, 200);
  const { version, plan } = await mandateNow(app, id);
  assert.deepEqual({ version, steps: plan.length }, { version: 2, steps: 2 });
  const { context } = under(id, calling('web.search'));
  const used = await verdictUnder(app, id, withApproval(approvalId, { action: 'web.search', context }));
  assert.equal(used.verdict, 'PROCEED');
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('widens-by-many-approvals-at-once', async ({ app, service, key }) => {
  await withTools(app);
  await holdForgottenReads(app);
  const { mandate_id: id } = await opened(app, byPerson({ tool: 'crm.find' }));
  const calls = [calling('web.search'), calling('crm.salaries'), calling('files.open')];
  const held_ = await Promise.all(calls.map((call) => held(app, id, call)));
  const answers = await Promise.all(held_.map((approvalId) => decide(app, 'approve', approvalId, FOR_TASK)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await mandateNow(app, id)).version, 4);
  for (const call of calls) assert.equal((await verdictUnder(app, id, call)).verdict, 'PROCEED');
  await requireTrue(service, key);
});

testAsTenant('refuses-where-nothing-can-be-added', async ({ app }) => {
  await withTools(app);
  const { mandate_id: id } = await opened(app, byPerson({ tool: 'web.search' }));
  const risky = { ...calling('web.search').context, risk_level: 'high' };
  const within = await held(app, id, { action: 'web.search', context: risky });
  const { body: without } = await evaluate(app, 'b', {
    ...calling('mail.send', { to: 'ann@example.com' }),
    agent_id: 'agent-7',
  });
  const star = await held(app, id, calling('*'));
  for (const approvalId of [within, without.approval_id, star]) {
    const answer = await decide(app, 'approve', approvalId, { surface: 'a', ...FOR_TASK });
    assert.deepEqual(
      { status: answer.status, code: answer.body.code, is: await statusOf(app, approvalId) },
      { status: 409, code: 'mandate_not_widened', is: 'pending' },
      JSON.stringify(answer.body),
    );
    const shown = await askOk(app, 'b', `/v1/approvals/${approvalId}`);
    assert.equal(shown.for_task, null);
  }
  assert.equal((await decide(app, 'approve', within)).status, 200);
  assert.equal((await decide(app, 'approve', within, FOR_TASK)).status, 409);
});

testAsTenantOnEachDatabase('refuses-for-a-mandate-that-was-closed', async ({ app, service, key }) => {
  await withTools(app);
  await holdForgottenReads(app);
  const { mandate_id: id } = await opened(app, byPerson({ tool: 'crm.find' }));
  const approvalId = await held(app, id, calling('web.search'));
  await changed(app, 'close', id, {});
  const answer = await decide(app, 'approve', approvalId, { surface: 'a', ...FOR_TASK });
  assert.deepEqual(
    { status: answer.status, code: answer.body.code },
    { status: 409, code: 'mandate_not_open' },
  );
  assert.equal(await statusOf(app, approvalId), 'pending');
  assert.equal((await decide(app, 'approve', approvalId)).status, 200);
  await requireTrue(service, key);
});

testAsTenant('is-not-for-the-party-that-asked-where-duties-are-apart', async ({ app }) => {
  await withTools(app);
  await holdForgottenReads(app);
  const { mandate_id: id } = await opened(app, byPerson({ tool: 'crm.find' }));
  const approvalId = await held(app, id, calling('web.search'));
  await change(app, () => ({ approvals: APART }));
  const answer = await decide(app, 'approve', approvalId, FOR_TASK);
  assert.equal(answer.status, 403, JSON.stringify(answer.body));
  assert.equal((await mandateNow(app, id)).version, 1);
});
