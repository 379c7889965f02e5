/** Promises of the adapter for LangGraph beyond the path of the example. */
import assert from 'node:assert/strict';
import type { Assize } from '@assize/client';
import { type ApprovalWanted, govern, type LangGraphOptions } from '@assize/client/langgraph';
import { BLOCKED, ESCALATED, scriptedService } from '../../tests/support/http/clients.ts';
import { testWithFrameworks } from '../shared/trials.ts';

const THREAD = { configurable: { thread_id: 'refunds' } };

type Calls = [name: string, order: string][];

/** A shop as one process sees it: its state is only in the checkpointer. Each step is one answer of the model. */
async function shop(assize: Assize, steps: Calls[], saved?: unknown, options: LangGraphOptions = {}) {
  const { AIMessage } = await import('@langchain/core/messages');
  const { tool } = await import('@langchain/core/tools');
  const { Command, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } = await import(
    '@langchain/langgraph'
  );
  const { ToolNode, toolsCondition } = await import('@langchain/langgraph/prebuilt');
  const { z } = await import('zod');
  const did: string[] = [];
  const toolOf = (name: string) =>
    tool(
      ({ order }) => {
        did.push(`${name} ${order}`);
        return 'done';
      },
      { name, schema: z.object({ order: z.string() }) },
    );
  const context = (name: string) => (name === 'pay' ? ESCALATED : name === 'drop' ? BLOCKED : {});
  const tools = govern(assize, [toolOf('look'), toolOf('pay'), toolOf('drop')], {
    interrupt,
    context,
    ...options,
  });
  const answers = steps.map((calls) => {
    const of = calls.map(([name, order], place) => ({ id: `call-${place}`, name, args: { order } }));
    return new AIMessage({ content: '', tool_calls: of });
  });
  const checkpointer = saved instanceof MemorySaver ? saved : new MemorySaver();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }) => {
      const said = messages.filter((message) => message.getType() === 'ai').length;
      return { messages: [answers[said] ?? new AIMessage('The end.')] };
    })
    .addNode('tools', new ToolNode(tools))
    .addEdge(START, 'model')
    .addConditionalEdges('model', toolsCondition, ['tools', END])
    .addEdge('tools', 'model')
    .compile({ checkpointer });
  /** @returns what the model read from its tools, and the calls that wait for a person */
  const invoke = async (input: Parameters<typeof graph.invoke>[0]) => {
    const state: Awaited<ReturnType<typeof graph.invoke>> & { __interrupt__?: { value?: unknown }[] } =
      await graph.invoke(input, THREAD);
    const read = state.messages.filter((message) => message.getType() === 'tool').map(({ text }) => text);
    return { read, waits: (state.__interrupt__ ?? []).map(({ value }) => value as ApprovalWanted) };
  };
  return {
    did,
    tools,
    checkpointer,
    begin: () => invoke({ messages: [] }),
    /** @returns the names of the steps, in the order in which they end */
    stream: async (approved: boolean) => {
      const input = approved ? new Command({ resume: true }) : { messages: [] };
      return namesIn(await graph.stream(input as { messages: [] }, { ...THREAD, streamMode: 'updates' }));
    },
    resume: (answer: unknown = true) => invoke(new Command({ resume: answer })),
  };
}

async function namesIn(updates: AsyncIterable<object>): Promise<string[]> {
  const names: string[] = [];
  for await (const update of updates) names.push(...Object.keys(update));
  return names;
}

testWithFrameworks(
  'goes-on-in-another-process-and-runs-each-call-of-the-step-once',
  async (_, { assize, clientWith }) => {
    const step: Calls = [
      ['look', 'SO-1'],
      ['pay', 'SO-2'],
      ['pay', 'SO-3'],
      ['drop', 'SO-4'],
    ];
    const first = await shop(assize, [step]);
    const { waits } = await first.begin();
    assert.deepEqual(
      waits.map(({ tool }) => tool),
      ['pay'],
    );
    for (const { approval_id } of (await assize.approvals.list()).items) {
      await assize.approvals.approve(approval_id);
    }
    const second = await shop(clientWith({}), [step], first.checkpointer);
    assert.equal((await second.resume()).waits.length, 1);
    const third = await shop(clientWith({}), [step], second.checkpointer);
    const { read, waits: none } = await third.resume();
    assert.deepEqual(none, []);
    assert.deepEqual([first.did, second.did], [[], []]);
    assert.deepEqual(third.did.toSorted(), ['look SO-1', 'pay SO-2', 'pay SO-3']);
    assert.deepEqual(read.slice(0, 3), ['done', 'done', 'done']);
    assert.match(read[3] ?? '', /Safety Dominance forbids it.*What would make it pass/s);
  },
);

testWithFrameworks(
  'asks-for-one-approval-however-often-the-step-runs-again',
  async (_, { assize, clientWith }) => {
    const step: Calls = [['pay', 'SO-2']];
    const first = await shop(assize, [step]);
    const [wanted] = (await first.begin()).waits;
    const approvals = async () => (await assize.approvals.list()).items.map(({ approval_id }) => approval_id);
    assert.deepEqual(await approvals(), [wanted?.approval_id]);
    const second = await shop(clientWith({}), [step], first.checkpointer);
    const { read } = await second.resume();
    assert.match(
      read[0] ?? '',
      new RegExp(`A human has to approve it first \\(approval ${wanted?.approval_id}`),
    );
    assert.deepEqual(await approvals(), [wanted?.approval_id]);
    assert.deepEqual([...first.did, ...second.did], []);
  },
);

testWithFrameworks('governs-what-is-streamed', async (_, { assize, clientWith }) => {
  const step: Calls = [['pay', 'SO-2']];
  const first = await shop(assize, [step]);
  assert.deepEqual(await first.stream(false), ['model', '__interrupt__']);
  const [open] = (await assize.approvals.list()).items;
  await assize.approvals.approve(open?.approval_id ?? '');
  const later = await shop(clientWith({}), [step], first.checkpointer);
  assert.deepEqual(await later.stream(true), ['tools', 'model']);
  assert.deepEqual([first.did, later.did], [[], ['pay SO-2']]);
});

testWithFrameworks('runs-once-where-two-processes-resume-one-state', async (_, { assize, clientWith }) => {
  const { MemorySaver } = await import('@langchain/langgraph');
  const step: Calls = [['pay', 'SO-2']];
  const first = await shop(assize, [step]);
  const [wanted] = (await first.begin()).waits;
  await assize.approvals.approve(wanted?.approval_id ?? '');
  const copies = [0, 1].map(() =>
    Object.assign(new MemorySaver(), {
      storage: structuredClone(first.checkpointer.storage),
      writes: structuredClone(first.checkpointer.writes),
    }),
  );
  const shops = await Promise.all(copies.map((copy) => shop(clientWith({}), [step], copy)));
  await Promise.all(shops.map(({ resume }) => resume()));
  assert.deepEqual(
    shops.flatMap(({ did }) => did),
    ['pay SO-2'],
  );
});

testWithFrameworks('tells-the-model-that-a-person-rejected-it', async (_, { assize }) => {
  const { begin, did, resume } = await shop(assize, [[['pay', 'SO-2']]]);
  const [wanted] = (await begin()).waits;
  await assize.approvals.reject(wanted?.approval_id ?? '', { decided_by: 'dana' });
  const { read } = await resume();
  assert.match(read[0] ?? '', /It was not carried out/);
  assert.deepEqual(did, []);
});

testWithFrameworks('tells-the-model-at-once-without-interrupts', async (_, { assize }) => {
  const { begin, did } = await shop(assize, [[['pay', 'SO-2']]], undefined, {
    interrupt: undefined,
  } as object);
  const { read, waits } = await begin();
  assert.deepEqual([waits, did], [[], []]);
  assert.match(read[0] ?? '', /make exactly the same call again/);
});

testWithFrameworks('judges-a-tool-however-it-is-called', async (_, { assize }) => {
  const { did, tools } = await shop(assize, []);
  const drop = tools[2];
  const order = { order: 'SO-4' };
  assert.ok(drop);
  await assert.rejects(drop.invoke(order), /Safety Dominance forbids it/);
  await assert.rejects(drop.call(order), /Safety Dominance forbids it/);
  await assert.rejects(drop.batch([order]), /Safety Dominance forbids it/);
  await assert.rejects(drop.stream(order), /Safety Dominance forbids it/);
  assert.deepEqual(did, []);
});

testWithFrameworks('does-not-act-without-a-verdict', async (t, { clientWith }) => {
  const { url, requests } = await scriptedService(t, 'cut');
  const { begin, did } = await shop(clientWith({ url, maxRetries: 0 }), [
    [
      ['look', 'SO-1'],
      ['pay', 'SO-2'],
    ],
  ]);
  const { read } = await begin();
  for (const answer of read) assert.match(answer, /No answer from the service/);
  assert.equal(requests.length, 2, 'each call is asked about once');
  assert.deepEqual(did, []);
});

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
