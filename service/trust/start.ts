/** Starts the agents' scores, and the chore that updates them from the facts. */
import type { Started } from '../foundation/chores.ts';
import { type TrustChoreDeps, trustChore } from './follow.ts';
import { type TrustScores, trustScores } from './scores.ts';

export interface Trust extends Started {
  trust: TrustScores;
}

export function startTrust(deps: Omit<TrustChoreDeps, 'trust'>): Trust {
  const trust = trustScores(deps.db, deps.clock);
  return { trust, chores: [trustChore({ ...deps, trust })], async close() {} };
}
