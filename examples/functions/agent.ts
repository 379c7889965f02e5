/** An agent without a framework: plain functions. The lines that Assize needs are marked. */
import { ApprovalRequired, Assize } from '@assize/client'; // Assize 1
import { acceptTools } from '../shared/catalogue.ts';
import { LIST_ORDERS, listOrders, PAY_REFUND, payRefund, REFUND } from '../shared/orders.ts';
import { approveInAnotherProcess } from '../shared/second-process.ts';
import { verifyEvidence } from '../shared/verify.ts';

const AGENT = 'shop-agent';
const assize = new Assize({ agentId: AGENT }); // Assize 2
const orders = assize.guard('list_orders', listOrders); // Assize 3
const refund = assize.guard('pay_refund', payRefund); // Assize 4

await acceptTools(assize, [
  { name: 'list_orders', description: LIST_ORDERS, inputSchema: { type: 'object', properties: {} } },
  {
    name: 'pay_refund',
    description: PAY_REFUND,
    inputSchema: {
      type: 'object',
      properties: {
        customer_email: { type: 'string', format: 'email' },
        order_id: { type: 'string' },
        amount_usd: { type: 'number' },
      },
    },
  },
]);

await orders({});
try {
  await refund(REFUND);
} catch (error) {
  if (!(error instanceof ApprovalRequired)) throw error;
  await approveInAnotherProcess(AGENT);
  // Later, in any process: the same call continues with the approval's id.
  await refund(REFUND, { approvalId: error.approvalId });
}
console.log('agent: Ann has her money back.');

await verifyEvidence(assize, AGENT);
