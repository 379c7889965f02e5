/** An agent of the inventory: who answers for it, what it is for, and whether it may act. */

import { nameKey } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { AgentsTable } from '../database/tables/agent.ts';
import { Failure } from '../foundation/failure.ts';

export const AGENT_STATUSES = ['active', 'suspended', 'retired'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export const OWNER_KINDS = ['member', 'team'] as const;

export const LONGEST_AGENT_ID = 256;
export const LONGEST_NAME = 200;
export const LONGEST_PURPOSE = 2000;
export const LONGEST_REASON = 1000;

export interface Owner {
  kind: (typeof OWNER_KINDS)[number];
  /** The id of a member, or the name of a team. */
  id: string;
}

export type AgentRow = Omit<Selectable<AgentsTable>, 'chain'>;

export function agentsOf(db: Database, chain: number) {
  return db
    .selectFrom('agents')
    .select(['name_key', 'agent_id', 'name', 'owner_kind', 'owner', 'purpose', 'status', 'status_reason'])
    .select(['version', 'created_at', 'created_by', 'evidence_id'])
    .where('chain', '=', chain);
}

/** Finds an agent by its id in any spelling. */
export async function findAgent(db: Database, chain: number, agentId: string): Promise<AgentRow | undefined> {
  return agentsOf(db, chain).where('name_key', '=', nameKey(agentId)).executeTakeFirst();
}

export function noSuchAgent(): Failure {
  return new Failure('not_found', 'There is no such agent.');
}

export function ownerOf({ owner_kind: kind, owner: id }: Pick<AgentRow, 'owner_kind' | 'owner'>) {
  return kind === null || id === null ? null : ({ kind, id } as Owner);
}

/** An agent as the record of a change states it. */
export function recordedAgent(row: Omit<AgentRow, 'name_key' | 'evidence_id'>): JsonObject {
  const { agent_id, name, purpose, status, status_reason, version } = row;
  const owner = ownerOf(row);
  return { agent_id, name, owner: owner && { ...owner }, purpose, status, status_reason, version };
}

export interface AgentsInForce {
  /** The status of the agent with this id in any spelling; null where it is not registered. */
  statusOf(agentId: string): AgentStatus | null;
}

export async function agentsInForce(db: Database, chain: number): Promise<AgentsInForce> {
  const rows = await db
    .selectFrom('agents')
    .select(['name_key', 'status'])
    .where('chain', '=', chain)
    .execute();
  if (rows.length === 0) return NO_AGENTS;
  const byKey = new Map(rows.map(({ name_key, status }) => [name_key, status as AgentStatus]));
  return { statusOf: (agentId) => byKey.get(nameKey(agentId)) ?? null };
}

const NO_AGENTS: AgentsInForce = { statusOf: () => null };
