/** What a tenant lets its agents spend: so much in a day or a month, on some actions or all. */
import type { Database } from '../database/open.ts';

export interface Budget {
  budgetId: string;
  name: string;
  /** null for every agent. */
  agentId: string | null;
  /** null for every action. */
  actionPattern: string | null;
  period: 'day' | 'month';
  limitMicroUsd: number;
}

/** Those that hold now, of one chain. */
export async function budgetsInForce(_db: Database, _chain: number): Promise<readonly Budget[]> {
  return [];
}
