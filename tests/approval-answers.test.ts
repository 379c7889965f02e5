/** An approval answers exactly the warnings that the approver saw, from every law. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { setTheScene, WARNED_BY } from './support/approvals/answers.ts';
import { decide, escalated, statusOf, withApproval } from './support/approvals/approvals.ts';
import { moneyOf, newBudget, spend } from './support/governance/budgets.ts';
import { act, inForce, rule } from './support/governance/policies.ts';
import { change } from './support/governance/settings.ts';
import { type Answer, ask, assertTrue, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';

const SIMULATE = '/api/v1/core/governance/simulate';
const EXECUTE = '/api/v1/core/governance/execute';
const COSTLY = WARNED_BY.budget_conservation ?? assert.fail();
const UNSURE = WARNED_BY.evidence_gravity ?? assert.fail();
const MAIL = WARNED_BY.policy_adherence ?? assert.fail();

async function approved(app: FastifyInstance, body: object): Promise<string> {
  const id = await escalated(app, body);
  assert.equal((await decide(app, 'approve', id)).body.status, 'approved');
  return id;
}

/** Returns the laws that did not pass, in the words of Surface A. */
function notPassed({ body }: Answer): string[] {
  const laws: { law_id: string; result: string }[] = body.evaluations;
  return laws.filter(({ result }) => result !== 'pass').map(({ law_id, result }) => `${law_id} ${result}`);
}

testAsTenant('a-human-can-answer-each-law', async ({ app, service }) => {
  await setTheScene(app);
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    for (const [law_id, body] of Object.entries(WARNED_BY)) {
      assert.deepEqual(notPassed(await evaluate(app, 'a', body)), [`${law_id} warn`]);
      const id = await approved(app, body);
      const use = withApproval(id, body);
      const tried = await ask(app, 'a', SIMULATE, { body: use });
      assert.deepEqual(
        { verdict: tried.body.verdict, status: await statusOf(app, id) },
        { verdict: 'proceed', status: 'approved' },
        law_id,
      );
      const used = await evaluate(app, surface, use);
      assert.equal(used.body.verdict.toLowerCase(), 'proceed', `${law_id}: ${JSON.stringify(used.body)}`);
      assert.equal(await statusOf(app, id), 'consumed');
      assert.equal((await evaluate(app, surface, use)).body.verdict.toLowerCase(), 'block');
      const { payload } = (await ask(app, 'a', `/api/v1/evidence/${used.body.evidence_id}`)).body;
      assert.deepEqual(payload.facts.answered.laws, [law_id]);
    }
  }
  await untilTakenUp(service);
  await assertTrue(app);
});

testAsTenant('says-what-a-human-approved-and-keeps-the-numbers', async ({ app }) => {
  const id = await approved(app, COSTLY);
  const { body } = await evaluate(app, 'a', withApproval(id, COSTLY));
  const { reason, details } = body.evaluations.find(
    ({ law_id }: { law_id: string }) => law_id === 'budget_conservation',
  );
  assert.equal(
    reason,
    'a human approved it although the cost of 90 USD is more than 0.8 of the 100 USD that remain',
  );
  assert.deepEqual(details, { cost_usd: 90, limit_usd: 80, remaining_usd: 100, answered_by: id });
});

testAsTenantOnEachDatabase('takes-an-approval-in-a-batch-once-and-executes-with-one', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const use = withApproval(await approved(app, UNSURE), UNSURE);
    const batch = await ask(app, surface, `${SURFACES[surface].evaluate}/batch`, {
      body: { evaluations: [use, use] },
    });
    const verdicts = batch.body.results.map(({ verdict }: { verdict: string }) => verdict.toLowerCase());
    assert.deepEqual(verdicts.sort(), ['block', 'proceed']);
  }
  const use = withApproval(await approved(app, COSTLY), COSTLY);
  const { body } = await ask(app, 'a', EXECUTE, { body: use });
  assert.deepEqual(
    { verdict: body.verdict, executed: body.executed },
    { verdict: 'proceed', executed: true },
  );
});

testAsTenant('lets-what-was-approved-take-nearly-all-of-a-budget-and-no-more', async ({ app }) => {
  const { budget_id } = await newBudget(app, { limit_usd: 100 });
  const both = [];
  for (const place of [1, 2]) {
    const body = { action: 'pay', context: { is_irreversible: true, estimated_cost_usd: 90, place } };
    assert.deepEqual(notPassed(await evaluate(app, 'a', body)), [
      'budget_conservation warn',
      'least_action_path warn',
    ]);
    const id = await approved(app, body);
    both.push({ id, use: withApproval(id, body) });
  }
  const answers = await Promise.all(both.map(({ use }) => evaluate(app, 'b', use)));
  assert.deepEqual(answers.map(({ body }) => body.verdict).sort(), ['BLOCK', 'PROCEED']);
  assert.deepEqual(await moneyOf(app, budget_id), [100, 0, 90, 10]);
  const states = await Promise.all(both.map(({ id }) => statusOf(app, id)));
  assert.deepEqual(states.sort(), ['approved', 'consumed']);
});

testAsTenant('never-answers-a-failure', async ({ app }) => {
  await newBudget(app, { limit_usd: 100 });
  const body = { action: 'pay', context: { estimated_cost_usd: 90 } };
  const id = await approved(app, body);
  assert.equal((await spend(app, 20)).body.verdict, 'PROCEED');
  const answer = await evaluate(app, 'a', withApproval(id, body));
  assert.equal(answer.body.verdict, 'block');
  assert.deepEqual(notPassed(answer), ['budget_conservation fail']);
  assert.equal(await statusOf(app, id), 'approved');
});

testAsTenant('asks-again-about-a-new-warning', async ({ app }) => {
  const body = { ...UNSURE, context: { ...UNSURE.context, estimated_cost_usd: 9 } };
  const first = await approved(app, body);
  await newBudget(app, { limit_usd: 10 });
  const answer = await evaluate(app, 'a', withApproval(first, body));
  assert.equal(answer.body.verdict, 'escalate');
  assert.deepEqual(notPassed(answer), ['budget_conservation warn']);
  assert.match(answer.body.remedies[0].note, /, or obtain a new human approval and send its approval_id/);
  const { approval_id: second } = answer.body;
  assert.notEqual(second, first);
  assert.equal(await statusOf(app, first), 'approved');
  // The second approver sees all warnings, and answers them all.
  const { body: record } = await decide(app, 'approve', second);
  const shown = record.laws.map(({ law_id, result }: Answer['body']) => ({ law_id, result }));
  assert.deepEqual(shown, [
    { law_id: 'budget_conservation', result: 'warn' },
    { law_id: 'evidence_gravity', result: 'pass' },
  ]);
  const both = await evaluate(app, 'a', withApproval(second, body));
  assert.equal(both.body.verdict, 'proceed');
  assert.deepEqual(notPassed(both), []);
  assert.equal(await statusOf(app, first), 'approved');
  assert.equal(await statusOf(app, second), 'consumed');
});

testAsTenant('answers-a-rule-in-the-version-that-asked-and-no-other', async ({ app }) => {
  const asking = rule('action == "mail.send"', 'escalate');
  await inForce(app, 'mail', [asking]);
  const id = await approved(app, MAIL);
  const verdict = async () => notPassed(await evaluate(app, 'a', withApproval(id, MAIL)));
  await act(app, 'mail', 'versions', { expected_version: 1, rules: [{ ...asking, message: 'More.' }] });
  await act(app, 'mail', 'activate', { version: 2, expected_version: 1 });
  assert.deepEqual(await verdict(), ['policy_adherence warn']);
  await act(app, 'mail', 'activate', { version: 1, expected_version: 2 });
  await inForce(app, 'more', [rule('has(context.to)', 'escalate')]);
  assert.deepEqual(await verdict(), ['policy_adherence warn']);
  await act(app, 'more', 'deactivate', { expected_version: 1 });
  await inForce(app, 'broken', [rule('context.missing > 1.0', 'note')]);
  assert.deepEqual(await verdict(), ['policy_adherence fail']);
  await act(app, 'broken', 'deactivate', { expected_version: 1 });
  await inForce(app, 'noting', [rule('has(context.to)', 'note')]);
  assert.deepEqual(await verdict(), []);
  assert.equal(await statusOf(app, id), 'consumed');
});

testAsTenant('does-not-count-a-claimed-approval-as-an-answer', async ({ app }) => {
  await setTheScene(app);
  const satisfied = ['safety_dominance', 'bounded_autonomy'];
  for (const [law_id, { context, ...rest }] of Object.entries(WARNED_BY)) {
    const answer = await evaluate(app, 'a', { ...rest, context: { ...context, has_approval: true } });
    assert.deepEqual(notPassed(answer), satisfied.includes(law_id) ? [] : [`${law_id} warn`]);
    const [remedy] = answer.body.remedies;
    if (remedy !== undefined) {
      assert.match(
        remedy.note,
        /, or obtain a human approval and send its approval_id with has_approval true$/,
      );
      assert.equal(remedy.change.has_approval, undefined);
    }
  }
});

testAsTenant('offers-the-given-approval-where-it-only-has-to-be-used', async ({ app }) => {
  const id = await escalated(app, COSTLY);
  const named = { ...COSTLY, context: { ...COSTLY.context, approval_id: id } };
  const remedyOf = async () => (await ask(app, 'a', SIMULATE, { body: named })).body.remedies[0];
  assert.match((await remedyOf()).note, /, or wait until a human has decided the pending approval/);
  await decide(app, 'approve', id);
  const { law_id, change, note } = await remedyOf();
  assert.deepEqual({ law_id, change }, { law_id: 'budget_conservation', change: { has_approval: true } });
  assert.equal(note, 'the approval holds: send has_approval true with it');
});

testAsTenant('answers-a-story-that-is-milder-than-what-is-known', async ({ app, service, name }) => {
  await change(app, () => ({
    attestation: 'verified',
    catalogue: [{ action: 'note.*', risk_level: 'medium' }],
  }));
  const human = await keyHolder(service, name);
  const grave = {
    action: 'note.drop',
    agent_id: 'agent-8',
    context: { risk_level: 'critical', is_irreversible: true },
  };
  assert.equal((await evaluate(app, 'b', grave)).body.verdict, 'BLOCK');
  const mild = { ...grave, context: { risk_level: 'low' } };
  const asked = await evaluate(app, 'a', mild);
  assert.deepEqual(notPassed(asked), ['monotonic_truth warn']);
  const { approval_id: id } = asked.body;
  await decide(app, 'approve', id, { key: human.secret });
  const used = await evaluate(app, 'a', withApproval(id, mild));
  assert.deepEqual(
    { verdict: used.body.verdict, status: await statusOf(app, id) },
    { verdict: 'proceed', status: 'consumed' },
  );
});
