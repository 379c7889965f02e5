/** A rule that costs too much brings the action to a person, who can decide; a faulty rule still blocks. */
import assert from 'node:assert/strict';
import { decide, escalated, withApproval } from './support/approvals/approvals.ts';
import { inForce, rule } from './support/governance/policies.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { TRUTH } from './support/truth/truth.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';

const COSTLY = rule('context.numbers.exists(a, context.numbers.exists(b, a + b < -1.0))', 'block', 'costly');
const FEW = { action: 'add.up', context: { numbers: [1, 2, 3] } };
const MANY = { action: 'add.up', context: { numbers: Array.from({ length: 500 }, (_, place) => place) } };

testAsTenant('a-rule-that-costs-too-much-asks-a-person-whose-answer-counts', async ({ app, service }) => {
  await inForce(app, 'sums', [COSTLY, { ...COSTLY, id: 'noted', effect: 'note' }]);
  assert.equal((await evaluate(app, 'a', FEW)).body.verdict, 'proceed');
  const { body } = await evaluate(app, 'a', MANY);
  assert.equal(body.verdict, 'escalate', body.explanation);
  assert.match(
    body.explanation,
    /more than the rule sums\/costly can look at, so a person decides, and 1 more/,
  );
  const id = await escalated(app, MANY);
  assert.equal((await decide(app, 'approve', id)).status, 200);
  assert.equal((await evaluate(app, 'a', withApproval(id, MANY))).body.verdict, 'proceed');
  await untilTakenUp(service);
  const { body: truth } = await ask(app, 'a', TRUTH);
  assert.deepEqual(truth.gaps, []);
});

testAsTenant('a-rule-that-errs-blocks-also-beside-one-that-costs-too-much', async ({ app }) => {
  await inForce(app, 'sums', [COSTLY, rule('context.absent > 1.0', 'note', 'wrong')]);
  assert.equal((await evaluate(app, 'a', FEW)).body.verdict, 'block');
  assert.equal((await evaluate(app, 'a', MANY)).body.verdict, 'block');
});

testAsTenant('an-approval-of-what-cost-too-much-does-not-answer-a-rule-that-blocks', async ({ app }) => {
  await inForce(app, 'sums', [COSTLY]);
  const id = await escalated(app, MANY);
  assert.equal((await decide(app, 'approve', id)).status, 200);
  await inForce(app, 'others', [rule('true', 'block')]);
  assert.equal((await evaluate(app, 'a', withApproval(id, MANY))).body.verdict, 'block');
});
