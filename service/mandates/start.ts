/** Starts the memory of mandates, and the chore that records those that are used up. */
import type { Database } from '../database/open.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { Started } from '../foundation/chores.ts';
import { type Mandates, mandatesInMemory } from './mandates.ts';
import { useUpChore } from './standing/use-up.ts';

export interface MandateRoom extends Started {
  mandates: Mandates;
}

export function startMandates(deps: ChangeDeps & { db: Database }): MandateRoom {
  return { mandates: mandatesInMemory(deps.db, deps.clock), chores: [useUpChore(deps)], async close() {} };
}
