/** An agent of Google's Agent Development Kit. The lines that Assize needs are marked. */
import { Assize } from '@assize/client'; // Assize 1
import { govern, toolDefinitions } from '@assize/client/google-adk'; // Assize 2
import { FunctionTool, InMemoryRunner, LlmAgent, LogLevel, setLogLevel } from '@google/adk';
import { z } from 'zod';
import { acceptTools } from '../shared/catalogue.ts';
import { LIST_ORDERS, listOrders, PAY_REFUND, payRefund } from '../shared/orders.ts';
import { approveInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';
import { ScriptedModel } from './model.ts';

setLogLevel(LogLevel.ERROR);
const AGENT = 'shop-agent';
const CONFIRM = 'adk_request_confirmation';
const tools = [
  new FunctionTool({
    name: 'list_orders',
    description: LIST_ORDERS,
    parameters: z.object({}),
    execute: () => ({ orders: listOrders() }),
  }),
  new FunctionTool({
    name: 'pay_refund',
    description: PAY_REFUND,
    parameters: z.object({ customer_email: z.email(), order_id: z.string(), amount_usd: z.number() }),
    execute: (refund) => payRefund(refund),
  }),
];

const assize = new Assize({ agentId: AGENT }); // Assize 3
await acceptTools(assize, toolDefinitions(tools));

const agent = new LlmAgent({
  name: 'shop_agent',
  model: new ScriptedModel(),
  tools: govern(assize, tools), // Assize 4
});
const runner = new InMemoryRunner({ agent, appName: 'shop' });
const { id: sessionId } = await runner.sessionService.createSession({ appName: 'shop', userId: 'dana' });

type Part = NonNullable<Parameters<typeof runner.runAsync>[0]['newMessage']['parts']>[number];

/** @returns the agent's final text, and what it asks a person to confirm */
async function send(part: Part) {
  let [text, confirmation]: [string, Part['functionCall']] = ['', undefined];
  const newMessage = { role: 'user', parts: [part] };
  for await (const event of runner.runAsync({ userId: 'dana', sessionId, newMessage })) {
    for (const said of event.content?.parts ?? []) {
      if (said.functionCall?.name === CONFIRM) confirmation = said.functionCall;
      text = said.text ?? text;
    }
  }
  return { text, id: String(confirmation?.id), wanted: confirmation?.args?.toolConfirmation };
}

const { id, wanted } = await send({ text: 'Pay back what Ann sent back.' });
// A person decides in Assize, from another process. Then the kit is told to continue.
await approveInAnotherProcess(AGENT);
const response = { ...(wanted as { payload: object }), confirmed: true };
const { text } = await send({ functionResponse: { id, name: CONFIRM, response } });
console.log(`agent: ${text}`);

await verifyEvidence(assize, AGENT);
