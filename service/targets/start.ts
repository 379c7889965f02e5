/** Starts the memory of known targets. */
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { type KnownTargets, knownTargets } from './known/known.ts';

export interface Targets extends Started {
  knownTargets: KnownTargets;
}

export function startTargets(deps: { db: Database; fillRandom: FillRandom }): Targets {
  return { knownTargets: knownTargets(deps), chores: [], async close() {} };
}
