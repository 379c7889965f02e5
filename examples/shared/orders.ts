/** The shop that the example agents work for: one tool lists orders, the other pays money back. */
export interface Refund {
  customer_email: string;
  order_id: string;
  amount_usd: number;
}

/** Different each time: an approval makes its targets known, so a second refund would not be held. */
const RUN = Date.now().toString(36);
const CUSTOMER = `ann.${RUN}@customer.example`;
const ORDER = `SO-${RUN}`;

/** Has no addresses: one that the shop's own list returned would be known, and a refund to it not held. */
export function listOrders(): { order_id: string; customer: string; total_usd: number }[] {
  return [{ order_id: ORDER, customer: 'Ann', total_usd: 40 }];
}

/** Prints, so that you see that it happened, and how often. */
export function payRefund({ customer_email, order_id, amount_usd }: Refund): { refunded: number } {
  console.log(`tool: refunded ${amount_usd} USD of ${order_id} to ${customer_email}`);
  return { refunded: amount_usd };
}

export const LIST_ORDERS = 'List the open orders. Changes nothing.';
export const PAY_REFUND = 'Pay money of an order back to the customer.';

/** The calls that the scripted models make. */
export const REFUND: Refund = { customer_email: CUSTOMER, order_id: ORDER, amount_usd: 40 };
