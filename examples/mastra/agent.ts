/** An agent of Mastra. The lines that Assize needs are marked. */
import { Assize } from '@assize/client'; // Assize 1
import { govern, toolDefinitions } from '@assize/client/mastra'; // Assize 2
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { scriptedModel } from '../ai-sdk/model.ts';
import { acceptTools } from '../shared/catalogue.ts';
import { LIST_ORDERS, listOrders, PAY_REFUND, payRefund } from '../shared/orders.ts';
import { approveInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';

const AGENT = 'shop-agent';
const tools = {
  list_orders: createTool({
    id: 'list_orders',
    description: LIST_ORDERS,
    inputSchema: z.object({}),
    execute: async () => ({ orders: listOrders() }),
  }),
  pay_refund: createTool({
    id: 'pay_refund',
    description: PAY_REFUND,
    inputSchema: z.object({ customer_email: z.email(), order_id: z.string(), amount_usd: z.number() }),
    execute: async (refund) => payRefund(refund),
  }),
};

const assize = new Assize({ agentId: AGENT }); // Assize 3
await acceptTools(assize, toolDefinitions(tools, z.toJSONSchema as (schema: never) => object));

const agent = new Agent({
  id: AGENT,
  name: AGENT,
  instructions: 'You work for a shop.',
  // The mock's types are only those of the AI SDK.
  model: scriptedModel() as never,
  tools: govern(assize, tools), // Assize 4
});
// Mastra keeps a waiting run in its storage.
new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });

const waiting = await agent.generate('Pay back what Ann sent back.');
// A person decides in Assize, from another process.
await approveInAnotherProcess(AGENT);
const { toolCallId } = waiting.suspendPayload as { toolCallId: string };
const done = await agent.resumeGenerate({}, { runId: String(waiting.runId), toolCallId });
console.log(`agent: ${done.text}`);

await verifyEvidence(assize, AGENT);
