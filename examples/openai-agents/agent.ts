/** An agent of the OpenAI Agents SDK. The lines that Assize needs are marked. */
import { Assize } from '@assize/client'; // Assize 1
import { govern, toolDefinitions } from '@assize/client/openai-agents'; // Assize 2
import { Agent, RunState, run, tool as sdkTool, setTracingDisabled } from '@openai/agents';
import { z } from 'zod';
import { acceptTools } from '../shared/catalogue.ts';
import { LIST_ORDERS, listOrders, PAY_REFUND, payRefund } from '../shared/orders.ts';
import { approveInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';
import { ScriptedModel } from './model.ts';

setTracingDisabled(true);

const assize = new Assize({ agentId: 'shop-agent' }); // Assize 3
const tool = govern(assize, sdkTool); // Assize 4

const tools = [
  tool({ name: 'list_orders', description: LIST_ORDERS, parameters: z.object({}), execute: listOrders }),
  tool({
    name: 'pay_refund',
    description: PAY_REFUND,
    parameters: z.object({ customer_email: z.email(), order_id: z.string(), amount_usd: z.number() }),
    execute: payRefund,
  }),
];
await acceptTools(assize, toolDefinitions(tools));

const agent = new Agent({ name: 'shop-agent', model: new ScriptedModel(), tools });
const asked = await run(agent, 'Pay back what Ann sent back.');
const written = asked.state.toString();
// Here your program shows the calls to a person. They decide in Assize, from another process.
await approveInAnotherProcess('shop-agent');
const state = await RunState.fromString(agent, written);
for (const interruption of state.getInterruptions()) state.approve(interruption);
const result = await run(agent, state);
console.log(`agent: ${result.finalOutput}`);

await verifyEvidence(assize, 'shop-agent');
