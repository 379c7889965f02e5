/** The road of one evaluation, through both doors, on both databases. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, DOORS, type Door, evaluate, startTestService } from './support/in-process.ts';

testOnEachDatabase('a-verdict-is-on-record-when-it-is-answered', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (const door of Object.keys(DOORS) as Door[]) {
    const answer = await evaluate(app, door, { action: 'email.send', context: { risk_level: 'low' } });
    assert.equal(answer.status, 200);
    const record = await ask(app, 'b', `/v1/evidence/${answer.body.evidence_id}`);
    assert.equal(record.status, 200);
    assert.equal(record.body.verdict, 'PROCEED');
    assert.equal(record.body.laws_evaluated.length, 8);
  }
  const { body } = await ask(app, 'a', '/api/v1/evidence/verify');
  assert.deepEqual([body.valid, body.total_artifacts, body.verified_count], [true, 3, 3]);
});
