/** The inventory as a compliance check records it: who answers for each agent, what it may do, and what it did. */
import { nameKey } from '@assize/act-reading/names';
import { agentsOf, type Owner, ownerOf } from '../agents/index.ts';
import type { Database } from '../database/open.ts';
import type { Artifact } from '../evidence/reading/index.ts';
import type { ApiKey } from '../keys/index.ts';

/** The number of agents to record, since there may be any number. */
export const MAX_AGENTS = 200;

export interface RecordedAgent {
  agent_id: string;
  name: string | null;
  /** null where no one answers for it. Members are named by id alone, since the record outlives their name. */
  owner: Owner | null;
  purpose: string | null;
  status: string;
  /** How it proved its id the last time; null where it was never seen. */
  identified_by: string | null;
  /** The scopes of its own keys. */
  scopes: string[];
  /** Its verdicts among the newest evaluations of the period. */
  verdicts: { proceed: number; escalate: number; block: number };
}

export interface Inventory {
  agents: RecordedAgent[];
  /** The number of agents that were not recorded. */
  more: number;
  /** The number of newest evaluations from which the verdicts are counted. */
  evaluations: number;
  /** The number of those whose agent a key or a token proves. */
  authenticated: number;
}

export const isAuthenticated = (artifact: Artifact): boolean => askerOf(artifact).how !== 'claimed';

export async function inventoryIn(
  db: Database,
  chain: number,
  keys: readonly ApiKey[],
  evaluations: readonly Artifact[],
): Promise<Inventory> {
  const registered = await agentsOf(db, chain).orderBy('name_key').execute();
  const sightings = await db
    .selectFrom('agent_sightings')
    .select(['name_key', 'agent_id', 'how'])
    .where('chain', '=', chain)
    .orderBy('name_key')
    .execute();
  const rows = new Map(registered.map((row) => [row.name_key, row]));
  const seen = new Map(sightings.map((sighting) => [sighting.name_key, sighting]));
  const all = [...new Set([...rows.keys(), ...seen.keys()])];
  const agents = all.slice(0, MAX_AGENTS).map((key): RecordedAgent => {
    const row = rows.get(key);
    const own = keys.filter(({ agentId }) => agentId !== null && nameKey(agentId) === key);
    return {
      agent_id: row?.agent_id ?? seen.get(key)?.agent_id ?? key,
      name: row?.name ?? null,
      owner: row === undefined ? null : ownerOf(row),
      purpose: row?.purpose || null,
      status: row?.status ?? 'unregistered',
      identified_by: seen.get(key)?.how ?? null,
      scopes: [...new Set(own.flatMap(({ scopes }) => scopes))].sort(),
      verdicts: verdictsOf(evaluations, key),
    };
  });
  return {
    agents,
    more: all.length - agents.length,
    evaluations: evaluations.length,
    authenticated: evaluations.filter(isAuthenticated).length,
  };
}

function verdictsOf(evaluations: readonly Artifact[], key: string): RecordedAgent['verdicts'] {
  const counts = { proceed: 0, escalate: 0, block: 0 };
  for (const artifact of evaluations) {
    const { agentId } = askerOf(artifact);
    const { verdict } = artifact;
    if (agentId === null || nameKey(agentId) !== key || verdict === null) continue;
    if (verdict in counts) counts[verdict as keyof typeof counts] += 1;
  }
  return counts;
}

/** The agent that an evaluation names, and how it is known: a record that does not say counts as a claim. */
export function askerOf({ payload }: Artifact): { agentId: string | null; how: string } {
  const { request, facts } = (payload ?? {}) as {
    request?: { agent_id?: string };
    facts?: { identity?: { how?: string } | null };
  };
  return { agentId: request?.agent_id ?? null, how: facts?.identity?.how ?? 'claimed' };
}
