/** Promises of the adapter for the Vercel AI SDK beyond the path of the example. */
import assert from 'node:assert/strict';
import type { Assize } from '@assize/client';
import { type GovernOptions, govern } from '@assize/client/ai-sdk';
import type { ModelMessage } from 'ai';
import { BLOCKED, ESCALATED, scriptedService } from '../../tests/support/http/clients.ts';
import { openApproval, outcomes, testWithFrameworks } from '../shared/trials.ts';

const REFUND = { order: 'SO-31', usd: 40 };

/** Loaded here, since a checkout may lack the frameworks. */
async function shop(assize: Assize, options: GovernOptions = {}) {
  const { generateText, isStepCount, streamText, tool } = await import('ai');
  const { z } = await import('zod');
  const { calls, modelOf, says } = await import('./model.ts');
  const did: string[] = [];
  const context = (name: string) =>
    name === 'pay' ? ESCALATED : ['drop', 'elsewhere'].includes(name) ? BLOCKED : {};
  const tools = {
    look: tool({ inputSchema: z.object({}), execute: () => void did.push('look') }),
    pay: tool({
      inputSchema: z.object({ order: z.string(), usd: z.number() }),
      execute: ({ order, usd }) => {
        did.push(`pay ${usd} for ${order}`);
        return 'paid';
      },
    }),
    drop: tool({ inputSchema: z.object({}), execute: () => void did.push('drop') }),
    elsewhere: tool({ inputSchema: z.object({}) }),
    own: tool({ inputSchema: z.object({}), needsApproval: true, execute: () => void did.push('own') }),
    yields: tool({
      inputSchema: z.object({}),
      async *execute() {
        yield 'half';
        did.push('yielded');
        yield 'whole';
      },
    }),
  };
  /** @returns the messages of the run, starting with the given ones. */
  async function run(
    messages: ModelMessage[],
    asked: Parameters<typeof calls>,
    abortSignal?: AbortSignal,
  ): Promise<ModelMessage[]> {
    const result = await generateText(settings(messages, asked, abortSignal));
    return [...messages, ...result.responseMessages];
  }
  async function stream(messages: ModelMessage[], asked: Parameters<typeof calls>): Promise<ModelMessage[]> {
    const { responseMessages } = streamText(settings(messages, asked));
    return [...messages, ...(await responseMessages)];
  }
  function settings(messages: ModelMessage[], asked: Parameters<typeof calls>, abortSignal?: AbortSignal) {
    return {
      model: modelOf(...(asked.length === 0 ? [] : [calls(...asked)]), says('done')),
      messages,
      stopWhen: isStepCount(5),
      maxRetries: 0,
      ...(abortSignal !== undefined && { abortSignal }),
      ...govern(assize, tools, { context, ...options }),
    };
  }
  return { did, run, stream };
}

const GO: ModelMessage[] = [{ role: 'user', content: 'go' }];

/** The parts of this type in all messages. */
function partsOf(messages: readonly ModelMessage[], type: string): Record<string, unknown>[] {
  return messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? (content as unknown as Record<string, unknown>[]).filter((part) => part.type === type)
      : [],
  );
}

/** The SDK's own approval of everything that was asked. */
function approving(messages: readonly ModelMessage[]): ModelMessage {
  const content = partsOf(messages, 'tool-approval-request')
    .filter(({ isAutomatic }) => isAutomatic !== true)
    .map(({ approvalId }) => ({
      type: 'tool-approval-response' as const,
      approvalId: String(approvalId),
      approved: true,
    }));
  return { role: 'tool', content };
}

testWithFrameworks('goes-on-in-another-process-with-what-was-approved', async (_, { assize, clientWith }) => {
  const first = await shop(assize);
  const asked = await first.run(GO, [['pay', REFUND]]);
  await assize.approvals.approve(await openApproval(assize));
  const written = JSON.parse(JSON.stringify([...asked, approving(asked)])) as ModelMessage[];
  const later = await shop(clientWith({}));
  await later.run(written, []);
  assert.deepEqual([first.did, later.did], [[], ['pay 40 for SO-31']]);
  assert.equal((await assize.approvals.list()).total, 0, 'no second approval is asked for');
});

testWithFrameworks('governs-what-is-streamed', async (_, { assize, clientWith }) => {
  const first = await shop(assize);
  const asked = await first.stream(GO, [
    ['look', {}],
    ['pay', REFUND],
    ['drop', {}],
  ]);
  assert.deepEqual(first.did, ['look']);
  await assize.approvals.approve(await openApproval(assize));
  const later = await shop(clientWith({}));
  const ended = await later.stream([...asked, approving(asked)], []);
  assert.deepEqual([first.did, later.did], [['look'], ['pay 40 for SO-31']]);
  assert.match(JSON.stringify(ended), /Safety Dominance.*don't repeat the same call/s);
});

testWithFrameworks('denies-a-blocked-call-of-a-tool-that-runs-elsewhere', async (_, { assize }) => {
  const { run } = await shop(assize);
  const told = await run(GO, [['elsewhere', {}]]);
  assert.equal(partsOf(told, 'tool-approval-response')[0]?.approved, false);
  assert.match(JSON.stringify(partsOf(told, 'tool-result')), /execution-denied.*Safety Dominance/);
});

testWithFrameworks('keeps-a-tool-s-own-wish-for-approval', async (_, { assize }) => {
  const { did, run } = await shop(assize);
  const asked = await run(GO, [['own', {}]]);
  assert.deepEqual(did, []);
  await run([...asked, approving(asked)], []);
  assert.deepEqual([did, await outcomes(assize)], [['own'], ['own success']]);
});

testWithFrameworks('reports-a-tool-that-yields-once-it-has-ended', async (_, { assize }) => {
  const { did, run } = await shop(assize);
  const told = await run(GO, [['yields', {}]]);
  assert.match(JSON.stringify(partsOf(told, 'tool-result')), /whole/);
  assert.deepEqual([did, await outcomes(assize)], [['yielded'], ['yields success']]);
});

testWithFrameworks('does-not-act-where-only-the-framework-was-told-of-an-approval', async (_, { assize }) => {
  const { did, run } = await shop(assize);
  const asked = await run(GO, [['pay', REFUND]]);
  const told = await run([...asked, approving(asked)], []);
  assert.deepEqual(did, []);
  assert.match(JSON.stringify(partsOf(told, 'tool-result')), /A human has to approve it first/);
});

testWithFrameworks('judges-each-of-several-calls-at-once', async (_, { assize }) => {
  const { did, run } = await shop(assize);
  const asked = await run(GO, [
    ['look', {}],
    ['pay', REFUND],
    ['drop', {}],
  ]);
  assert.deepEqual(did, ['look']);
  await assize.approvals.approve(await openApproval(assize));
  const ended = await run([...asked, approving(asked)], []);
  assert.deepEqual(did, ['look', 'pay 40 for SO-31']);
  const told = JSON.stringify(ended);
  assert.match(told, /Safety Dominance.*don't repeat the same call.*would make it pass/s);
});

testWithFrameworks('waits-for-a-human-where-it-is-told-to', async (_, { assize }) => {
  const { did, run } = await shop(assize, { waitMs: 60_000 });
  const running = run(GO, [['pay', REFUND]]);
  await assize.approvals.approve(await openApproval(assize));
  assert.equal(partsOf(await running, 'tool-approval-request').length, 0);
  assert.deepEqual(did, ['pay 40 for SO-31']);
});

testWithFrameworks(
  'a-run-that-is-cancelled-while-a-human-thinks-does-not-act',
  async (_, { assize, app }) => {
    const cancel = new AbortController();
    const { did, run } = await shop(assize, { waitMs: 60_000 });
    const ended = assert.rejects(run(GO, [['pay', REFUND]], cancel.signal));
    const approvalId = await openApproval(assize);
    cancel.abort();
    await ended;
    await assize.approvals.approve(approvalId);
    assert.deepEqual(did, []);
    // A request cancelled while connecting would keep the service from closing for a minute.
    app.server.closeAllConnections();
  },
);

testWithFrameworks('does-not-act-without-a-verdict', async (t, { clientWith }) => {
  const { url } = await scriptedService(t, 'cut');
  const { did, run } = await shop(clientWith({ url, maxRetries: 0 }));
  await assert.rejects(run(GO, [['look', {}]]), /No answer from the service/);
  assert.deepEqual(did, []);
});

testWithFrameworks('runs-what-a-human-corrected-and-tells-the-model', async (_, { assize, clientWith }) => {
  const first = await shop(assize);
  const asked = await first.run(GO, [['pay', REFUND]]);
  await assize.approvals.approve(await openApproval(assize), { arguments: { ...REFUND, usd: 30 } });
  const later = await shop(clientWith({}));
  const told = await later.run([...asked, approving(asked)], []);
  assert.deepEqual([first.did, later.did], [[], ['pay 30 for SO-31']]);
  const [result] = partsOf(told, 'tool-result');
  assert.deepEqual(result?.output, {
    type: 'text',
    value: 'A human changed the call before approving it: usd from 40 to 30.\n\npaid',
  });
});

testWithFrameworks('tells-the-model-what-a-human-said-as-they-rejected-it', async (_, { assize }) => {
  const { did, run } = await shop(assize);
  const asked = await run(GO, [['pay', REFUND]]);
  await assize.approvals.reject(await openApproval(assize), { comment: 'Ask Ann first.' });
  const told = await run([...asked, approving(asked)], []);
  assert.deepEqual(did, []);
  assert.match(JSON.stringify(told), /A human rejected this call: \\"Ask Ann first/);
});
