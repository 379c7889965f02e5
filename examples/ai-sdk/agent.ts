/** An agent of the Vercel AI SDK. The lines that Assize needs are marked. */
import { Assize } from '@assize/client'; // Assize 1
import { govern, toolDefinitions } from '@assize/client/ai-sdk'; // Assize 2
import { asSchema, generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { z } from 'zod';
import { acceptTools } from '../shared/catalogue.ts';
import { LIST_ORDERS, listOrders, PAY_REFUND, payRefund } from '../shared/orders.ts';
import { approveInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';
import { scriptedModel } from './model.ts';

const tools = {
  list_orders: tool({ description: LIST_ORDERS, inputSchema: z.object({}), execute: listOrders }),
  pay_refund: tool({
    description: PAY_REFUND,
    inputSchema: z.object({ customer_email: z.email(), order_id: z.string(), amount_usd: z.number() }),
    execute: payRefund,
  }),
};

const assize = new Assize({ agentId: 'shop-agent' }); // Assize 3
await acceptTools(assize, await toolDefinitions(tools, asSchema));

const model = scriptedModel();
const messages: ModelMessage[] = [{ role: 'user', content: 'Pay back what Ann sent back.' }];
for (;;) {
  const result = await generateText({
    model,
    messages,
    stopWhen: isStepCount(5),
    ...govern(assize, tools), // Assize 4
  });
  messages.push(...result.responseMessages);
  const asked = result.content.filter(
    (part) => part.type === 'tool-approval-request' && part.isAutomatic !== true,
  );
  if (asked.length === 0) {
    console.log(`agent: ${result.text}`);
    break;
  }
  // Here your program shows the request to a person. They decide in Assize, from another process.
  await approveInAnotherProcess('shop-agent');
  const answers = asked.flatMap((part) =>
    part.type === 'tool-approval-request'
      ? [{ type: 'tool-approval-response' as const, approvalId: part.approvalId, approved: true }]
      : [],
  );
  messages.push({ role: 'tool', content: answers });
}

await verifyEvidence(assize, 'shop-agent');
