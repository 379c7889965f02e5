import assert from 'node:assert/strict';
import test from 'node:test';
import { ActionRefused, ApprovalRequired, Assize } from '@assize/client';
import { ESCALATED, PROCEED, scriptedService, testWithClient } from '../tests/support/http/clients.ts';
import { SANDBOX_KEY } from '../tests/support/http/in-process.ts';

const KEY = SANDBOX_KEY;
const CIRCULAR: { self?: object } = {};
CIRCULAR.self = CIRCULAR;

const UNSEEN: Record<string, unknown> = {
  'a map': new Map([['to', 'ann']]),
  'a set': { to: new Set(['ann']) },
  'bytes that are not shown': { body: new Uint8Array([1]).buffer },
  'a form': new FormData(),
  'a promise': Promise.resolve({ to: 'ann' }),
  'no number': { usd: Number.NaN },
  'no end': { usd: Number.POSITIVE_INFINITY },
  'a large integer': { usd: 1n },
  'a circle': CIRCULAR,
};

test('refuses-arguments-that-no-one-can-see-in-json', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED);
  const assize = new Assize({ url, key: KEY });
  const ran: unknown[] = [];
  for (const [promise, args] of Object.entries(UNSEEN)) {
    const send = assize.guard('mail.send', (given: unknown) => ran.push(given));
    await assert.rejects(send(args), ActionRefused, promise);
    await assert.rejects(assize.permit({ name: 'mail.send', arguments: args }), ActionRefused, promise);
  }
  assert.deepEqual([ran, requests.length], [[], 0]);
});

testWithClient('judges-what-json-shows-in-full', async (_, { assize }) => {
  class Mail {
    to = 'ann';
  }
  const shown = [{}, [], undefined, null, 'ann', 7, new Mail(), new Date(0), Object.create(null)];
  for (const args of [...shown, { nested: shown }]) {
    assert.equal(await assize.guard('mail.send', (given: unknown) => given)(args), args);
  }
});

testWithClient('an-approval-of-a-context-is-for-its-arguments', async (_, { assize }) => {
  // Context fields about arguments, tool or approval do not replace the call's own.
  const context = { ...ESCALATED, arguments: { to: 'ann' }, tool: { name: 'other' } };
  const send = assize.guard('mail.send', (args: { to: string }) => args.to, { context });
  const required = await send({ to: 'ann' }).then(assert.fail, (error: unknown) => error);
  assert.ok(required instanceof ApprovalRequired);
  const { approvalId } = required;
  await assize.approvals.approve(approvalId);
  await assert.rejects(send({ to: 'eve' }, { approvalId }), ActionRefused);
  assert.equal(await send({ to: 'ann' }, { approvalId }), 'ann');
});

test('what-was-cancelled-after-its-verdict-does-not-run', async (t) => {
  const { url } = await scriptedService(t, PROCEED);
  const assize = new Assize({ url, key: KEY });
  const call = { name: 'mail.send', arguments: {} };
  const judgement = await assize.judge(call);
  const reason = new Error('the user went away');
  const ran = assize.run(call, () => assert.fail('it ran'), { judgement, signal: AbortSignal.abort(reason) });
  await assert.rejects(ran, reason);
});

test('a-context-that-fails-rejects', async () => {
  const fail = () => assert.fail('no risk is known');
  const send = new Assize({ key: KEY }).guard('mail.send', () => 'sent', { context: fail });
  await assert.rejects(send({}), /no risk is known/);
});
