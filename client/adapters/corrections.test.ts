/** A human corrects a held call: each framework runs the corrected one, and its model is told. */
import assert from 'node:assert/strict';
import { ESCALATED, testWithClient } from '../../tests/support/http/clients.ts';
import { FRAMEWORKS } from '../../tests/support/http/frameworks.ts';

for (const [name, wrap] of Object.entries(FRAMEWORKS)) {
  testWithClient(`runs-what-a-human-corrected (${name})`, async (_, { assize }) => {
    const ran: object[] = [];
    const tool = async (args: object) => {
      ran.push(args);
      return 'paid';
    };
    const call = wrap(assize, tool, { context: () => ({ ...ESCALATED }) });
    const given = { order: 'SO-1', amount: 90 };
    await assert.rejects(call(given, '1'));
    const [open] = (await assize.approvals.list()).items;
    await assize.approvals.approve(open?.approval_id ?? '', { arguments: { ...given, amount: 80 } });
    const told = await call(given, '2');
    assert.deepEqual(ran, [{ order: 'SO-1', amount: 80 }]);
    assert.deepEqual(given, { order: 'SO-1', amount: 90 });
    // The results of the AI SDK stay as they are, and LangGraph's are messages: examples/ has their tests.
    if (name !== 'ai-sdk' && name !== 'langgraph') assert.match(JSON.stringify(told), /amount from 90 to 80/);
    await assert.rejects(call(given, '3'), /A human has to approve it first/);
  });

  testWithClient(`tells-why-a-human-rejected-a-call (${name})`, async (_, { assize }) => {
    const tool = () => assert.fail('it ran');
    const call = wrap(assize, tool, { context: () => ({ ...ESCALATED }) });
    await assert.rejects(call({ amount: 90 }, '1'));
    const [open] = (await assize.approvals.list()).items;
    await assize.approvals.reject(open?.approval_id ?? '', { comment: 'Ask Ann first' });
    await assert.rejects(call({ amount: 90 }, '2'), /A human rejected this call: "Ask Ann first"/);
  });
}
