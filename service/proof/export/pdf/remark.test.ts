/** Below a record, a report names the decider, and the source of that claim. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gather, reportSource } from '../../../../tests/support/evidence/report-fixture.ts';
import { remarkOn } from './remark.ts';

const remark = async (...decisions: object[]) => {
  const payload = Buffer.from(JSON.stringify({ decisions }));
  const source = reportSource({ count: 1, change: () => ({ payload, artifact_type: 'action_approved' }) });
  const [segment] = await gather(source.segments());
  const [first] = segment?.artifacts ?? [];
  return first && remarkOn(first, [])?.text;
};
const key = 'key_0123456789abcdef01234567';
const member = { party: 'mbr_0123456789abcdef01234567', decided_by: 'Dana', decision: 'approved' };

test('tells-who-decided-and-whose-word-that-is', async () => {
  const comment = 'Checked';
  assert.equal(await remark({ ...member, comment }), 'Approved by Dana: Checked');
  const said = { party: key, decided_by: 'Olga Owner', decision: 'approved', comment: null };
  assert.equal(
    await remark({ ...said, by_requester: true }),
    `Approved by Olga Owner, said by key ${key}; the same person asked`,
  );
  assert.equal(await remark({ ...said, decided_by: key, decision: 'rejected' }), `Rejected by ${key}`);
  assert.equal(await remark(member, said), `Approved by Dana · Approved by Olga Owner, said by key ${key}`);
  assert.equal(await remark(), undefined);
});
