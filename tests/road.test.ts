/** The road of one evaluation, through both doors, on both databases. */
import assert from 'node:assert/strict';
import { ask, DOORS, type Door, evaluate } from './support/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/tenants.ts';

testAsTenantOnEachDatabase('a-verdict-is-on-record-when-it-is-answered', async ({ app }) => {
  for (const door of Object.keys(DOORS) as Door[]) {
    const answer = await evaluate(app, door, { action: 'email.send', context: { risk_level: 'low' } });
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
