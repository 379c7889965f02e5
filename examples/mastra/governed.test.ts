/** Promises of the adapter for Mastra beyond the path of the example. */
import assert from 'node:assert/strict';
import type { Assize } from '@assize/client';
import { type ApprovalWanted, type GovernOptions, govern } from '@assize/client/mastra';
import { BLOCKED, ESCALATED, scriptedService } from '../../tests/support/http/clients.ts';
import { outcomes, testWithFrameworks } from '../shared/trials.ts';

type Calls = [name: string, order: string][];

/** A shop as one process sees it: its state is only in the storage. */
async function shop(assize: Assize, calls: Calls | undefined, saved?: unknown, options: GovernOptions = {}) {
  const { Mastra } = await import('@mastra/core');
  const { Agent } = await import('@mastra/core/agent');
  const { InMemoryStore } = await import('@mastra/core/storage');
  const { createTool } = await import('@mastra/core/tools');
  const { z } = await import('zod');
  const { calls: asksFor, modelOf, says } = await import('../ai-sdk/model.ts');
  const did: string[] = [];
  const toolOf = (id: string, requireApproval = false) =>
    createTool({
      id,
      requireApproval,
      description: '',
      inputSchema: z.object({ order: z.string() }),
      // A tool's own suspensions do not get in the way.
      suspendSchema: z.object({ own: z.string() }),
      execute: async ({ order }, context) => {
        assert.equal(context.agent?.resumeData, undefined);
        did.push(`${id} ${order}`);
        return { done: true };
      },
    });
  const context = (name: string) => (name === 'pay' ? ESCALATED : name === 'drop' ? BLOCKED : {});
  const tools = { look: toolOf('look'), pay: toolOf('pay'), drop: toolOf('drop'), own: toolOf('own', true) };
  const script =
    calls === undefined
      ? []
      : [asksFor(...calls.map(([name, order]): [string, object] => [name, { order }]))];
  const model = modelOf(...script, says('The end.'), says('The end.'));
  const agent = new Agent({
    id: 'shop',
    name: 'shop',
    instructions: '',
    // The mock's types are only those of the AI SDK.
    model: model as never,
    tools: govern(assize, tools, { context, ...options }),
  });
  const storage = saved instanceof InMemoryStore ? saved : new InMemoryStore();
  new Mastra({ agents: { agent }, storage, logger: false });
  /** The answers of the tools, as the model read them. */
  const read = () => JSON.stringify(model.doGenerateCalls.at(-1)?.prompt ?? []);
  return { agent, did, read, storage };
}

interface Suspended {
  runId?: string | undefined;
  suspendPayload?: unknown;
}

function waitsIn({ runId, suspendPayload }: Suspended) {
  const { toolCallId, suspendPayload: wanted } = suspendPayload as {
    toolCallId: string;
    suspendPayload: ApprovalWanted;
  };
  return { resume: { runId: String(runId), toolCallId }, approvalId: wanted.approval_id };
}

testWithFrameworks('goes-on-in-another-process-and-runs-once', async (_, { assize, clientWith }) => {
  const first = await shop(assize, [['pay', 'SO-2']]);
  const { resume, approvalId } = waitsIn(await first.agent.generate('go'));
  await assize.approvals.approve(approvalId);
  const later = await shop(clientWith({}), undefined, first.storage);
  assert.equal((await later.agent.resumeGenerate({}, resume)).text, 'The end.');
  assert.deepEqual([first.did, later.did], [[], ['pay SO-2']]);
  assert.equal((await assize.approvals.find(approvalId)).status, 'consumed');
  await first.agent.resumeGenerate({}, resume).catch(() => undefined);
  assert.deepEqual(first.did, []);
});

testWithFrameworks(
  'keeps-waiting-for-the-same-approval-until-it-is-given',
  async (_, { assize, clientWith }) => {
    const first = await shop(assize, [['pay', 'SO-2']]);
    const { resume, approvalId } = waitsIn(await first.agent.generate('go'));
    const early = await shop(clientWith({}), undefined, first.storage);
    assert.equal(waitsIn(await early.agent.resumeGenerate({}, resume)).approvalId, approvalId);
    await assize.approvals.approve(approvalId);
    const later = await shop(clientWith({}), undefined, first.storage);
    await later.agent.resumeGenerate({}, resume);
    assert.deepEqual([first.did, early.did, later.did], [[], [], ['pay SO-2']]);
  },
);

testWithFrameworks('governs-what-is-streamed', async (_, { assize, clientWith }) => {
  const first = await shop(assize, [
    ['look', 'SO-1'],
    ['pay', 'SO-2'],
  ]);
  const asked = await first.agent.stream('go');
  await asked.consumeStream();
  assert.deepEqual(first.did, ['look SO-1']);
  const { resume, approvalId } = waitsIn({ runId: asked.runId, suspendPayload: await asked.suspendPayload });
  await assize.approvals.approve(approvalId);
  const later = await shop(clientWith({}), undefined, first.storage);
  await (await later.agent.resumeStream({}, resume)).consumeStream();
  assert.deepEqual([first.did, later.did], [['look SO-1'], ['pay SO-2']]);
});

testWithFrameworks('keeps-a-tool-s-own-wish-for-approval', async (_, { assize }) => {
  const { agent, did } = await shop(assize, [['own', 'SO-5']]);
  const { runId, suspendPayload } = await agent.generate('go');
  assert.deepEqual([did, await outcomes(assize)], [[], []]);
  const { toolCallId } = suspendPayload as { toolCallId: string };
  await agent.approveToolCallGenerate({ runId: String(runId), toolCallId });
  assert.deepEqual([did, await outcomes(assize)], [['own SO-5'], ['own success']]);
});

testWithFrameworks('judges-each-of-several-calls-at-once', async (_, { assize }) => {
  const { agent, did, read } = await shop(assize, [
    ['look', 'SO-1'],
    ['pay', 'SO-2'],
    ['drop', 'SO-3'],
  ]);
  const { resume, approvalId } = waitsIn(await agent.generate('go'));
  assert.deepEqual(did, ['look SO-1']);
  await assize.approvals.approve(approvalId);
  await agent.resumeGenerate({}, resume);
  assert.deepEqual(did, ['look SO-1', 'pay SO-2']);
  assert.match(read(), /Safety Dominance forbids it.*What would make it pass/s);
});

testWithFrameworks('does-not-suspend-where-it-was-told-to-wait', async (_, { assize }) => {
  const { agent, did, read } = await shop(assize, [['pay', 'SO-2']], undefined, { waitMs: 50 });
  assert.equal((await agent.generate('go')).text, 'The end.');
  assert.match(read(), /A human has to approve it first/);
  assert.deepEqual(did, []);
});

testWithFrameworks('tells-the-model-that-a-person-rejected-it', async (_, { assize }) => {
  const { agent, did, read } = await shop(assize, [['pay', 'SO-2']]);
  const { resume, approvalId } = waitsIn(await agent.generate('go'));
  await assize.approvals.reject(approvalId, { decided_by: 'dana' });
  await agent.resumeGenerate({}, resume);
  assert.match(read(), /It was not carried out/);
  assert.deepEqual(did, []);
});

testWithFrameworks('does-not-act-without-a-verdict', async (t, { clientWith }) => {
  const { url } = await scriptedService(t, 'cut');
  const { agent, did, read } = await shop(clientWith({ url, maxRetries: 0 }), [['look', 'SO-1']]);
  await agent.generate('go');
  assert.match(read(), /No answer from the service/);
  assert.deepEqual(did, []);
});

testWithFrameworks('runs-what-a-human-corrected-and-tells-the-model', async (_, { assize, clientWith }) => {
  const first = await shop(assize, [['pay', 'SO-2']]);
  const { resume, approvalId } = waitsIn(await first.agent.generate('go'));
  await assize.approvals.approve(approvalId, { arguments: { order: 'SO-7' } });
  const later = await shop(clientWith({}), undefined, first.storage);
  await later.agent.resumeGenerate({}, resume);
  assert.deepEqual([first.did, later.did], [[], ['pay SO-7']]);
  assert.match(later.read(), /A human changed the call before approving it: order from .*SO-2.* to .*SO-7/);
});
