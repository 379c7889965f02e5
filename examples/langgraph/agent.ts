/** An agent of LangGraph, which another process resumes. The lines that Assize needs are marked. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Assize } from '@assize/client'; // Assize 1
import { govern, toolDefinitions } from '@assize/client/langgraph'; // Assize 2
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { toJsonSchema } from '@langchain/core/utils/json_schema';
import { Command, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';
import { acceptTools } from '../shared/catalogue.ts';
import { LIST_ORDERS, listOrders, PAY_REFUND, payRefund, REFUND } from '../shared/orders.ts';
import { approveInAnotherProcess, runInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';
import { FileSaver } from './file-saver.ts';

const AGENT = 'shop-agent';
const tools = [
  tool(() => JSON.stringify(listOrders()), {
    name: 'list_orders',
    description: LIST_ORDERS,
    schema: z.object({}),
  }),
  tool((refund) => JSON.stringify(payRefund(refund)), {
    name: 'pay_refund',
    description: PAY_REFUND,
    schema: z.object({ customer_email: z.email(), order_id: z.string(), amount_usd: z.number() }),
  }),
];

const assize = new Assize({ agentId: AGENT }); // Assize 3
await acceptTools(assize, toolDefinitions(tools, toJsonSchema as (schema: never) => object));

const SCRIPT = [
  new AIMessage({ content: '', tool_calls: [{ id: 'call-1', name: 'list_orders', args: {} }] }),
  new AIMessage({ content: '', tool_calls: [{ id: 'call-2', name: 'pay_refund', args: { ...REFUND } }] }),
  new AIMessage('Ann has her money back.'),
];

const [file] = process.argv.slice(2);
const state = file ?? path.join(mkdtempSync(path.join(tmpdir(), 'assize-')), 'refunds');
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', ({ messages }) => ({
    messages: [SCRIPT[messages.filter((message) => message.getType() === 'ai').length] ?? new AIMessage('')],
  }))
  .addNode('tools', new ToolNode(govern(assize, tools, { interrupt }))) // Assize 4
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition, ['tools', END])
  .addEdge('tools', 'model')
  .compile({ checkpointer: new FileSaver(state) });

const thread = { configurable: { thread_id: state } };
if (file === undefined) {
  await graph.invoke({ messages: [new HumanMessage('Pay back what Ann sent back.')] }, thread);
  // The graph waits, and its state is stored. A person decides in Assize, from another process.
  await approveInAnotherProcess(AGENT);
  await runInAnotherProcess(import.meta.filename, state);
} else {
  const { messages } = await graph.invoke(new Command({ resume: true }), thread);
  console.log(`agent: ${messages.at(-1)?.text}`);
  await verifyEvidence(assize, AGENT);
}
