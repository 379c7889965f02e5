/** Starts the notes of when agents were seen, and the chore that writes them. */
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import { type AgentSightings, agentSightings } from './sightings.ts';

export interface Agents extends Started {
  sightings: AgentSightings;
}

export function startAgents({ db }: { db: Database }): Agents {
  const sightings = agentSightings(db);
  return { sightings, chores: [sightings.chore], async close() {} };
}
