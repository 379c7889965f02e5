/** Starts the waits for approvals, and the chores that end them when an approval is resolved elsewhere or expires. */
import { sql } from 'kysely';
import { countOf } from '../database/count.ts';
import type { Started } from '../foundation/chores.ts';
import { hasteChore } from './deciding/index.ts';
import { expiryChore } from './expire.ts';
import { type ApprovalWaits, type ResolveDeps, waitsForApprovals } from './resolution.ts';

export interface Approvals extends Started {
  approvalWaits: ApprovalWaits;
}

export function startApprovals(deps: Omit<ResolveDeps, 'approvalWaits'>): Approvals {
  const approvalWaits = waitsForApprovals(deps.db);
  return {
    approvalWaits,
    gauges: [
      {
        name: 'approvals_pending',
        help: 'Actions that wait for a person.',
        read: () =>
          countOf(deps.db.selectFrom('approvals').where('status', '=', sql.lit('pending' as const))),
      },
    ],
    chores: [
      expiryChore({ ...deps, approvalWaits }),
      approvalWaits.chore('look for resolved approvals'),
      hasteChore(deps),
    ],
    async close() {},
  };
}
