/** An agent of the Claude Agent SDK. The lines that Assize needs are marked. */
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { Assize } from '@assize/client'; // Assize 1
import { govern, toolDefinitions } from '@assize/client/claude-agent-sdk'; // Assize 2
import { z } from 'zod';
import { acceptTools } from '../shared/catalogue.ts';
import { LIST_ORDERS, listOrders, PAY_REFUND, payRefund, REFUND } from '../shared/orders.ts';
import { approveInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';
import { scriptedClaude } from './model.ts';

const answer = (result: object) => ({ content: [{ type: 'text' as const, text: JSON.stringify(result) }] });
const refund = { customer_email: z.email(), order_id: z.string(), amount_usd: z.number() };
const tools = [
  tool('list_orders', LIST_ORDERS, {}, async () => answer(listOrders())),
  tool('pay_refund', PAY_REFUND, refund, async (args) => answer(payRefund(args))),
];

const assize = new Assize({ agentId: 'shop-agent' }); // Assize 3
const definitions = toolDefinitions(tools, (shape) => z.toJSONSchema(z.object(shape)));
await acceptTools(assize, definitions);

const options = {
  mcpServers: { shop: createSdkMcpServer({ name: 'shop', tools }) },
  ...scriptedClaude(
    async (claude) => {
      await claude.call('mcp__shop__list_orders', {});
      return claude.call('mcp__shop__pay_refund', { ...REFUND });
    },
    async (claude) => {
      await claude.call('mcp__shop__pay_refund', { ...REFUND });
      return 'Ann has her money back.';
    },
  ),
};
const governed = govern(assize, options); // Assize 4

async function turn(prompt: string, resume?: string): Promise<{ session_id: string; result: string }> {
  for await (const message of query({ prompt, options: { ...governed, ...(resume && { resume }) } })) {
    if (message.type === 'result' && message.subtype === 'success') return message;
  }
  throw new Error('The turn ended without a result.');
}

const { session_id } = await turn('Pay back what Ann sent back.');
// The model was told which approval it waits for. A person decides in Assize, from another process.
await approveInAnotherProcess('shop-agent');
const { result } = await turn('It is approved: go on.', session_id);
console.log(`agent: ${result}`);

await verifyEvidence(assize, 'shop-agent');
