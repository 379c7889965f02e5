/** A refund that needs a human, and the arguments that a human may correct it to. */
import { GRAVE } from './approvals.ts';

export const refund = (amount: number, approval_id?: string) => ({
  ...GRAVE,
  action: 'refund.create',
  context: {
    ...GRAVE.context,
    arguments: { order: 'o-1', amount },
    ...(approval_id !== undefined && { approval_id, has_approval: true }),
  },
});

/** The body of a decision. */
export const to = (amount: unknown, order: unknown = 'o-1') => ({ arguments: { order, amount } });
