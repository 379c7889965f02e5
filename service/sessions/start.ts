/** Keeps sessions in memory, reads the results of calls, and ends sessions that have expired. */
import type { Database } from '../database/open.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { Started } from '../foundation/chores.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { expiredChore } from './end.ts';
import { type Readings, resultReadings } from './reading/readings.ts';
import { SessionMemory } from './values/memory.ts';

export interface SessionRoom extends Started {
  agentSessions: SessionMemory;
  readings: Readings;
}

export function startSessions(deps: ChangeDeps & { db: Database; fillRandom: FillRandom }): SessionRoom {
  const readings = resultReadings(deps);
  return {
    agentSessions: new SessionMemory(deps),
    readings,
    chores: [expiredChore(deps)],
    close: () => readings.close(),
  };
}
