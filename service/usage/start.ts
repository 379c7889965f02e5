/** Starts the quotas and the limits, and their chores: closing months, reporting thresholds and days. */
import type { LeaseDeps } from '../database/nodes/leased-chore.ts';
import type { Started } from '../foundation/chores.ts';
import { closingChore } from './account/close.ts';
import { type RunningStatements, runningStatements } from './account/running.ts';
import { reportChore } from './export/reports.ts';
import { NodeRateLimiter, type RateLimiter } from './limits/rate-limiter.ts';
import { type Quotas, quotasOver } from './quota.ts';
import { thresholdChore } from './thresholds.ts';

export interface Usage extends Started {
  quotas: Quotas;
  statements: RunningStatements;
  /** null if they are switched off. */
  rateLimits: RateLimiter | null;
}

export function startUsage(deps: LeaseDeps & { config: { rateLimits: boolean } }): Usage {
  const { db, clock, ids, config } = deps;
  const rateLimits = config.rateLimits ? new NodeRateLimiter({ db, clock, node: ids.random('node') }) : null;
  return {
    quotas: quotasOver(db, clock),
    statements: runningStatements(db, clock),
    rateLimits,
    chores: [closingChore(deps), thresholdChore(deps), reportChore(deps), ...(rateLimits?.chores ?? [])],
    async close() {},
  };
}
