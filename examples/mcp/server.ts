/** An MCP server like any other: it knows nothing about Assize. */
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { LIST_ORDERS, listOrders, PAY_REFUND } from '../shared/orders.ts';

const server = new McpServer({ name: 'shop', version: '1.0.0' });

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

server.registerTool('list_orders', { description: LIST_ORDERS, inputSchema: z.object({}) }, () =>
  said(JSON.stringify(listOrders())),
);
server.registerTool(
  'pay_refund',
  {
    description: PAY_REFUND,
    inputSchema: z.object({ customer_email: z.email(), order_id: z.string(), amount_usd: z.number() }),
  },
  ({ customer_email, order_id, amount_usd }) =>
    said(`refunded ${amount_usd} USD of ${order_id} to ${customer_email}`),
);

await server.connect(new StdioServerTransport());
