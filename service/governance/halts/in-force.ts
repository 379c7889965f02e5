/** The agents that may not act now. */

import { nameKey } from '@assize/act-reading/names';
import type { Database } from '../../database/open.ts';

export interface Halt {
  /** A tenant's halt covers every agent of its chain, and requests that name no agent. */
  scope: 'agent' | 'tenant';
  reason: string;
  halt_id: string;
}

export interface HaltsInForce {
  tenant: Halt | null;
  /** By the key of the agent's name. */
  agents: ReadonlyMap<string, Halt>;
}

export async function haltsInForce(db: Database, chain: number): Promise<HaltsInForce> {
  const rows = await db
    .selectFrom('halts')
    .select(['halt_id', 'agent_id', 'reason'])
    .where('chain', '=', chain)
    .where('lifted_at', 'is', null)
    .execute();
  let tenant: Halt | null = null;
  const agents = new Map<string, Halt>();
  for (const { halt_id, agent_id, reason } of rows) {
    if (agent_id === null) tenant = { scope: 'tenant', reason, halt_id };
    else agents.set(nameKey(agent_id), { scope: 'agent', reason, halt_id });
  }
  return { tenant, agents };
}

/** The halt of this agent, or of a request that names no agent; null where there is none. */
export function haltOf({ tenant, agents }: HaltsInForce, agentId: string | undefined): Halt | null {
  return tenant ?? (agentId === undefined ? null : (agents.get(nameKey(agentId)) ?? null));
}
