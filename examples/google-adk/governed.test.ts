/** Promises of the adapter for Google's ADK beyond the path of the example. */
import assert from 'node:assert/strict';
import type { Assize } from '@assize/client';
import { govern } from '@assize/client/google-adk';
import { BLOCKED, ESCALATED, scriptedService } from '../../tests/support/http/clients.ts';
import { outcomes, testWithFrameworks } from '../shared/trials.ts';

const CONFIRM = 'adk_request_confirmation';
const AT = { appName: 'shop', userId: 'dana' };

interface Confirmation {
  id: string;
  payload: { approval_id: string };
}

type Calls = [name: string, order: string][];

/** A shop as one process sees it: its state is only in the session. */
async function shop(assize: Assize, calls: Calls, saved?: unknown) {
  const { FunctionTool, InMemorySessionService, LlmAgent, LogLevel, Runner, setLogLevel } = await import(
    '@google/adk'
  );
  const { z } = await import('zod');
  const { ModelThatCalls } = await import('./model.ts');
  setLogLevel(LogLevel.ERROR);
  const did: string[] = [];
  const toolOf = (name: string, requireConfirmation = false) =>
    new FunctionTool({
      name,
      requireConfirmation,
      description: '',
      parameters: z.object({ order: z.string() }),
      execute: ({ order }) => {
        did.push(`${name} ${order}`);
        return { done: true };
      },
    });
  const context = (name: string) => (name === 'pay' ? ESCALATED : name === 'drop' ? BLOCKED : {});
  const own = toolOf('own', true);
  const tools = govern(assize, [toolOf('look'), toolOf('pay'), toolOf('drop'), own], { context });
  const model = new ModelThatCalls(calls.map(([name, order]) => [name, { order }]));
  const sessionService = saved instanceof InMemorySessionService ? saved : new InMemorySessionService();
  const session = { ...AT, sessionId: 'refunds' };
  if (saved === undefined) await sessionService.createSession(session);
  const runner = new Runner({
    appName: 'shop',
    agent: new LlmAgent({ name: 'shop', model, tools }),
    sessionService,
  });
  /** @returns the calls that wait for a person */
  const send = async (...parts: object[]) => {
    const waits: Confirmation[] = [];
    const newMessage = { role: 'user', parts };
    for await (const { content } of runner.runAsync({ ...session, newMessage })) {
      for (const { functionCall } of content?.parts ?? []) {
        if (functionCall?.name !== CONFIRM) continue;
        const { toolConfirmation } = functionCall.args as { toolConfirmation: Confirmation };
        waits.push({ id: String(functionCall.id), payload: toolConfirmation.payload });
      }
    }
    return waits;
  };
  return { did, read: () => JSON.stringify(model.read), send, sessionService };
}

function answer(wait: Confirmation | undefined, confirmed = true): object {
  const response = { confirmed, payload: wait?.payload };
  return { functionResponse: { id: wait?.id, name: CONFIRM, response } };
}

testWithFrameworks('goes-on-in-another-process-and-runs-once', async (_, { assize, clientWith }) => {
  const first = await shop(assize, [['pay', 'SO-2']]);
  const [wait] = await first.send({ text: 'go' });
  assert.doesNotMatch(first.read(), /A human has to approve it/, 'the run ends until a person has answered');
  const approvalId = wait?.payload.approval_id ?? '';
  await assize.approvals.approve(approvalId);
  const later = await shop(clientWith({}), [['pay', 'SO-2']], first.sessionService);
  assert.deepEqual(await later.send(answer(wait)), []);
  assert.deepEqual([first.did, later.did], [[], ['pay SO-2']]);
  assert.equal((await assize.approvals.find(approvalId)).status, 'consumed');
  await first.send(answer(wait));
  assert.deepEqual(first.did, []);
});

testWithFrameworks('does-not-act-where-only-the-framework-was-told-of-an-approval', async (_, { assize }) => {
  const { did, read, send } = await shop(assize, [['pay', 'SO-2']]);
  const [wait] = await send({ text: 'go' });
  await send(answer(wait));
  assert.match(read(), /A human has to approve it first/);
  assert.equal((await assize.approvals.list()).items.length, 1);
  assert.deepEqual(did, []);
});

testWithFrameworks('judges-each-of-several-calls-at-once', async (_, { assize }) => {
  const { did, send } = await shop(assize, [
    ['look', 'SO-1'],
    ['pay', 'SO-2'],
    ['pay', 'SO-3'],
    ['drop', 'SO-4'],
  ]);
  const waits = await send({ text: 'go' });
  assert.equal(waits.length, 2);
  assert.deepEqual(did, ['look SO-1']);
  for (const { payload } of waits) await assize.approvals.approve(payload.approval_id);
  await send(...waits.map((wait) => answer(wait)));
  assert.deepEqual(did.toSorted(), ['look SO-1', 'pay SO-2', 'pay SO-3']);
});

testWithFrameworks('keeps-a-tool-s-own-wish-for-confirmation', async (_, { assize }) => {
  const { did, send } = await shop(assize, [['own', 'SO-5']]);
  const [wait] = await send({ text: 'go' });
  assert.deepEqual([did, await outcomes(assize)], [[], []]);
  await send(answer(wait));
  assert.deepEqual([did, await outcomes(assize)], [['own SO-5'], ['own success']]);
});

testWithFrameworks('tells-the-model-why-it-may-not', async (_, { assize }) => {
  const { did, read, send } = await shop(assize, [
    ['look', 'SO-1'],
    ['drop', 'SO-4'],
  ]);
  assert.deepEqual(await send({ text: 'go' }), []);
  assert.match(read(), /Safety Dominance forbids it.*What would make it pass/s);
  assert.deepEqual(did, ['look SO-1']);
});

testWithFrameworks('tells-the-model-that-a-person-rejected-it', async (_, { assize }) => {
  const { did, read, send } = await shop(assize, [['pay', 'SO-2']]);
  const [wait] = await send({ text: 'go' });
  await assize.approvals.reject(wait?.payload.approval_id ?? '', { decided_by: 'dana' });
  await send(answer(wait));
  assert.match(read(), /It was not carried out/);
  const declined = await shop(assize, [['pay', 'SO-3']]);
  const [other] = await declined.send({ text: 'go' });
  await declined.send(answer(other, false));
  assert.match(declined.read(), /A person rejected it/);
  assert.deepEqual([did, declined.did], [[], []]);
});

testWithFrameworks('does-not-act-without-a-verdict', async (t, { clientWith }) => {
  const { url } = await scriptedService(t, 'cut');
  const { did, read, send } = await shop(clientWith({ url, maxRetries: 0 }), [['look', 'SO-1']]);
  await send({ text: 'go' });
  assert.match(read(), /No answer from the service/);
  assert.deepEqual(did, []);
});

testWithFrameworks('runs-what-a-human-corrected-and-tells-the-model', async (_, { assize, clientWith }) => {
  const first = await shop(assize, [['pay', 'SO-2']]);
  const [wait] = await first.send({ text: 'go' });
  await assize.approvals.approve(wait?.payload.approval_id ?? '', { arguments: { order: 'SO-7' } });
  const later = await shop(clientWith({}), [['pay', 'SO-2']], first.sessionService);
  await later.send(answer(wait));
  assert.deepEqual([first.did, later.did], [[], ['pay SO-7']]);
  assert.match(later.read(), /A human changed the call before approving it: order from .*SO-2.* to .*SO-7/);
});
