/** Promises that hold for the tools of every framework. Each is run with its library in `examples/`. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Assize } from '@assize/client';
import { BLOCKED, ESCALATED, scriptedService, testWithClient } from '../../tests/support/http/clients.ts';
import { FRAMEWORKS, type Tool } from '../../tests/support/http/frameworks.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';

for (const [name, wrap] of Object.entries(FRAMEWORKS)) {
  const governed = (assize: Assize, context: object) => {
    const ran: object[] = [];
    const tool: Tool = async (args) => {
      ran.push(args);
      return 'sent';
    };
    return { ran, call: wrap(assize, tool, { context: () => ({ ...context }) }) };
  };

  testWithClient(`what-may-proceed-runs-and-is-reported (${name})`, async (_, { assize }) => {
    const { ran, call } = governed(assize, {});
    assert.equal(await call({ to: 'ann' }, '1'), 'sent');
    assert.deepEqual(ran, [{ to: 'ann' }]);
    assert.equal((await assize.evidence.search({ artifact_type: 'action_executed' })).total, 1);
  });

  testWithClient(`a-model-is-told-why-it-may-not (${name})`, async (_, { assize }) => {
    const blocked = governed(assize, BLOCKED);
    await assert.rejects(
      blocked.call({ to: 'ann' }, '1'),
      /Safety Dominance forbids it.*What would make it pass/,
    );
    const escalated = governed(assize, ESCALATED);
    await assert.rejects(
      escalated.call({ to: 'ann' }, '1'),
      /A human has to approve it first \(approval apr_/,
    );
    assert.deepEqual([...blocked.ran, ...escalated.ran], []);
  });

  testWithClient(`an-approval-is-used-once-and-a-rejection-never (${name})`, async (_, { assize }) => {
    const { ran, call } = governed(assize, ESCALATED);
    await assert.rejects(call({ to: 'ann' }, '1'));
    await assert.rejects(call({ to: 'eve' }, '2'));
    for (const { approval_id, context } of (await assize.approvals.list()).items) {
      const isForAnn = JSON.stringify(context).includes('ann');
      await (isForAnn ? assize.approvals.approve(approval_id) : assize.approvals.reject(approval_id));
    }
    await call({ to: 'ann' }, '3');
    await assert.rejects(call({ to: 'eve' }, '4'));
    await assert.rejects(call({ to: 'ann' }, '5'));
    assert.deepEqual(ran, [{ to: 'ann' }]);
  });

  testWithClient(`calls-at-the-same-time-are-judged-apart (${name})`, async (_, { assize }) => {
    const ran: object[] = [];
    const tool: Tool = async (args) => ran.push(args);
    const context = (_name: string, args: unknown) =>
      JSON.stringify(args).includes('eve') ? { ...BLOCKED } : {};
    const call = wrap(assize, tool, { context });
    const people = ['ann', 'eve', 'ben', 'eve', 'dan'];
    const results = await Promise.allSettled(people.map((to, id) => call({ to }, String(id))));
    assert.deepEqual(
      results.map(({ status }) => status === 'fulfilled'),
      people.map((to) => to !== 'eve'),
    );
    assert.equal(ran.length, 3);
  });

  test(`nothing-runs-while-the-service-is-away (${name})`, async (t) => {
    const { url } = await scriptedService(t, 'cut');
    const { ran, call } = governed(new Assize({ url, key: PRODUCTION_KEY, maxRetries: 0 }), {});
    await assert.rejects(call({ to: 'ann' }, '1'), /No answer from the service/);
    assert.deepEqual(ran, []);
  });
}
