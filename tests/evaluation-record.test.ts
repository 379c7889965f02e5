/** One evaluation from request to evidence, on both surfaces and both databases. */
import assert from 'node:assert/strict';
import { ask, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('a-verdict-is-on-record-when-it-is-answered', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const answer = await evaluate(app, surface, { action: 'email.send', context: { risk_level: 'low' } });
    assert.equal(answer.status, 200);
    const record = await ask(app, 'b', `/v1/evidence/${answer.body.evidence_id}`);
    assert.equal(record.status, 200);
    assert.equal(record.body.verdict, 'PROCEED');
    assert.equal(record.body.laws_evaluated.length, 8);
  }
  const { body } = await ask(app, 'a', '/api/v1/evidence/verify');
  assert.deepEqual(
    { valid: body.valid, total_artifacts: body.total_artifacts, verified_count: body.verified_count },
    { valid: true, total_artifacts: 3, verified_count: 3 },
  );
});
