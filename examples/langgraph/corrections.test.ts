/** A person corrects a call in Assize, or edits it as they resume the graph. */
import assert from 'node:assert/strict';
import { testWithFrameworks } from '../shared/trials.ts';
import { type Calls, shop } from './shop.ts';

const STEP: Calls = [['pay', 'SO-2']];
const NOTE = /^A human changed the call before approving it: order from "SO-2" to "SO-7"\.\n\ndone$/;
const EDITED = { order: 'SO-7' };

testWithFrameworks('runs-what-a-human-corrected-in-assize', async (_, { assize, clientWith }) => {
  const first = await shop(assize, [STEP]);
  const [wanted] = (await first.begin()).waits;
  await assize.approvals.approve(wanted?.approval_id ?? '', { arguments: EDITED });
  const later = await shop(clientWith({}), [STEP], first.checkpointer);
  const { read } = await later.resume();
  assert.match(read[0] ?? '', NOTE);
  assert.deepEqual([first.did, later.did], [[], ['pay SO-7']]);
});

for (const [form, answer] of Object.entries({
  inbox: [{ type: 'edit', args: { action: 'pay', args: EDITED } }],
  middleware: { decisions: [{ type: 'edit', editedAction: { name: 'pay', args: EDITED } }] },
})) {
  testWithFrameworks(
    `an-edit-by-an-approver-is-a-correction (${form})`,
    async (_, { assize, clientWith }) => {
      const approver = clientWith({});
      const first = await shop(assize, [STEP], undefined, { approver });
      const [wanted] = (await first.begin()).waits;
      const { read } = await first.resume(answer);
      assert.match(read[0] ?? '', NOTE);
      assert.deepEqual(first.did, ['pay SO-7']);
      const { status, corrected } = await assize.approvals.find(wanted?.approval_id ?? '');
      assert.deepEqual([status, corrected?.arguments], ['consumed', EDITED]);
    },
  );
}

testWithFrameworks('an-approver-accepts-and-rejects-as-they-resume', async (_, { assize, clientWith }) => {
  const accepting = await shop(assize, [STEP], undefined, { approver: clientWith({}) });
  await accepting.begin();
  await accepting.resume({ type: 'accept' });
  assert.deepEqual(accepting.did, ['pay SO-2']);
  const rejecting = await shop(assize, [[['pay', 'SO-3']]], undefined, { approver: clientWith({}) });
  await rejecting.begin();
  const { read } = await rejecting.resume([{ type: 'response', args: 'Ask Ann first.' }]);
  assert.match(read[0] ?? '', /A human rejected this call: "Ask Ann first\."/);
  assert.deepEqual(rejecting.did, []);
});

testWithFrameworks('an-edit-without-an-approver-is-a-new-call', async (_, { assize }) => {
  const { begin, did, resume } = await shop(assize, [STEP]);
  const [wanted] = (await begin()).waits;
  const { read } = await resume({ type: 'edit', args: { action: 'pay', args: EDITED } });
  assert.match(
    read[0] ?? '',
    /changed the arguments of this call to "{\\"order\\":\\"SO-7\\"}"\. .*has to approve it first/,
  );
  assert.deepEqual(did, []);
  const open = (await assize.approvals.list({ status: 'pending' })).items;
  assert.deepEqual(
    open.map(({ context }) => context?.arguments),
    [{ order: 'SO-2' }, EDITED],
  );
  assert.equal(open[0]?.approval_id, wanted?.approval_id);
});

testWithFrameworks('an-edit-changes-no-tool', async (_, { assize, clientWith }) => {
  const { begin, did, resume } = await shop(assize, [STEP], undefined, { approver: clientWith({}) });
  await begin();
  const { read } = await resume({ type: 'edit', args: { action: 'look', args: EDITED } });
  assert.match(read[0] ?? '', /An edit can't change the tool/);
  assert.deepEqual([did, (await assize.approvals.list({ status: 'pending' })).items.length], [[], 1]);
});
