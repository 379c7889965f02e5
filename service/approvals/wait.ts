/** Lets callers wait until an approval is resolved. A resolution on this node wakes them at once. */
import type { Database } from '../database/open.ts';
import { Waits } from '../foundation/waits.ts';

interface AwaitedApproval {
  chain: number;
  approvalId: string;
}

export type ApprovalWaits = Waits<AwaitedApproval>;

export function waitsForApprovals(db: Database): ApprovalWaits {
  return new Waits({
    keyOf: ({ chain, approvalId }) => `${chain}:${approvalId}`,
    look: (awaited) => resolvedOf(db, awaited),
  });
}

async function resolvedOf(db: Database, awaited: readonly AwaitedApproval[]): Promise<AwaitedApproval[]> {
  const resolved = await db
    .selectFrom('approvals')
    .select(['chain', 'approval_id'])
    .where('chain', 'in', [...new Set(awaited.map(({ chain }) => chain))])
    .where(
      'approval_id',
      'in',
      awaited.map(({ approvalId }) => approvalId),
    )
    .where('status', '<>', 'pending')
    .execute();
  return resolved.map(({ chain, approval_id }) => ({ chain, approvalId: approval_id }));
}
