/** Starts the quotas and the limits, and their chores: closing months, reporting thresholds and days. */
import type { Started } from '../foundation/chores.ts';
import { closingChore } from './account/close.ts';
import { type ReportDeps, reportChore } from './export/reports.ts';
import { type RateLimiter, rateLimiter } from './limits/rate-limiter.ts';
import { type Quotas, quotasOver } from './quota.ts';
import { thresholdChore } from './thresholds.ts';

export interface Usage extends Started {
  quotas: Quotas;
  /** null where they are switched off. */
  rateLimits: RateLimiter | null;
}

export function startUsage(deps: ReportDeps & { config: { rateLimits: boolean } }): Usage {
  const { db, clock, ids, config } = deps;
  const rateLimits = config.rateLimits ? rateLimiter({ db, clock, node: ids.random('node') }) : null;
  return {
    quotas: quotasOver(db, clock),
    rateLimits,
    chores: [closingChore(deps), thresholdChore(deps), reportChore(deps), ...(rateLimits?.chores ?? [])],
    async close() {},
  };
}
