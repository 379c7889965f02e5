/** A halt as it is stored: the agent, since when, by whom, and when it was lifted; and the agents that may not act now. */

import { nameKey } from '@assize/act-reading/names';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { HaltsTable } from '../../database/tables/governance.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';

export const HALT_PREFIX = 'hlt';
export const MAX_REASON_CHARACTERS = 1000;

export type HaltRecord = Omit<Selectable<HaltsTable>, 'chain'>;

/** @throws {Failure} `not_found`, also for a halt of another tenant or environment. */
export async function findHalt(db: Database, chain: number, haltId: string): Promise<HaltRecord> {
  const row = isId(HALT_PREFIX, haltId)
    ? await haltsOf(db, chain).where('halt_id', '=', haltId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such halt.');
  return row;
}

/** Returns the halt in force for an agent, however its name is written, or for all agents where it is null. */
export async function activeHalt(
  db: Database,
  chain: number,
  agentId: string | null,
): Promise<HaltRecord | undefined> {
  const active = await haltsOf(db, chain)
    .where('agent_id', agentId === null ? 'is' : 'is not', null)
    .where('lifted_at', 'is', null)
    .orderBy('halt_id')
    .execute();
  if (agentId === null) return active[0];
  const key = nameKey(agentId);
  return active.find(({ agent_id }) => agent_id !== null && nameKey(agent_id) === key);
}

export function haltsOf(db: Database, chain: number) {
  return db
    .selectFrom('halts')
    .select(['halt_id', 'agent_id', 'reason', 'halted_at', 'halted_by', 'evidence_id'])
    .select(['lifted_at', 'lifted_by', 'lift_reason', 'lift_evidence_id'])
    .where('chain', '=', chain);
}

/** As the API and the command line show it. */
export function haltFields(halt: HaltRecord) {
  return {
    halt_id: halt.halt_id,
    agent_id: halt.agent_id,
    reason: halt.reason,
    status: halt.lifted_at === null ? ('in_force' as const) : ('lifted' as const),
    halted_at: new Date(halt.halted_at).toISOString(),
    halted_by: halt.halted_by,
    evidence_id: halt.evidence_id,
    lifted_at: isoOrNull(halt.lifted_at),
    lifted_by: halt.lifted_by,
    lift_reason: halt.lift_reason,
    lift_evidence_id: halt.lift_evidence_id,
  };
}

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
