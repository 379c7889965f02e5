/** A shop whose agent runs in LangGraph, for the tests of the adapter. */
import type { Assize } from '@assize/client';
import { type ApprovalWanted, govern, type LangGraphOptions } from '@assize/client/langgraph';
import { BLOCKED, ESCALATED } from '../../tests/support/http/clients.ts';

const THREAD = { configurable: { thread_id: 'refunds' } };

export type Calls = [name: string, order: string][];

/** A shop as one process sees it: its state is only in the checkpointer. Each step is one answer of the model. */
export async function shop(assize: Assize, steps: Calls[], saved?: unknown, options: LangGraphOptions = {}) {
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
