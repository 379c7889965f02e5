/** The inventory: registered agents, and those that were only seen, by id, page by page. */

import { nameKey } from '@assize/act-reading/names';
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import {
  type CursorKind,
  type Cursors,
  cutToPage,
  openCursor,
  type Page,
} from '../database/signed-cursor.ts';
import { changesOf, type HistoryEntry } from '../evidence/changes/index.ts';
import { AGENT_STATUSES, type AgentRow, type AgentStatus, agentsOf } from './agent.ts';

/** `unregistered` for agents that were seen and are not in the inventory. */
export const LISTED_STATUSES = [...AGENT_STATUSES, 'unregistered'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

export interface Seen {
  first_seen_at: number;
  first_evidence_id: string;
  last_seen_at: number;
  how: string;
}

export interface ListedAgent {
  /** The id in the form in which names meet, which orders the list. */
  nameKey: string;
  agentId: string;
  /** null where the agent is not registered. */
  row: AgentRow | null;
  /** null where it was never seen. */
  seen: Seen | null;
}

/** By id. @param status all by default. @throws {Failure} `invalid` for a cursor of another list. */
export async function listAgents(
  cursors: Cursors,
  chain: number,
  status: ListedStatus | undefined,
  limit: number,
  cursor?: string,
): Promise<Page<ListedAgent>> {
  const kind: CursorKind<string> = {
    secret: 'agent cursors',
    placeBytes: null,
    write: (key) => Buffer.from(key),
    read: (bytes) => bytes.toString(),
    bind: (key) => [chain, key, status ?? null],
  };
  const after = cursor === undefined ? '' : await openCursor(cursors, kind, cursor);
  const keys = await keysOf(cursors.db, chain, status, after, limit + 1);
  const items = await agentsNamed(cursors.db, chain, keys);
  return cutToPage(cursors, kind, items, limit, ({ nameKey }) => nameKey);
}

/** Finds an agent that is registered or was seen, by its id in any spelling. */
export async function findListed(db: Database, chain: number, agentId: string): Promise<ListedAgent | null> {
  const [found] = await agentsNamed(db, chain, [nameKey(agentId)]);
  return found ?? null;
}

async function keysOf(
  db: Database,
  chain: number,
  status: ListedStatus | undefined,
  after: string,
  limit: number,
): Promise<string[]> {
  const registered = db
    .selectFrom('agents')
    .select('name_key')
    .where('chain', '=', chain)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''));
  const isRegistered = db.selectFrom('agents').select('name_key').where('chain', '=', chain);
  const seen = db
    .selectFrom('agent_sightings')
    .select('name_key')
    .where('chain', '=', chain)
    .where('name_key', 'not in', isRegistered);
  const isWanted = {
    registered: status !== 'unregistered',
    seen: (status ?? 'unregistered') === 'unregistered',
  };
  const rows = await db
    .selectFrom(
      registered
        .where(sql.lit(isWanted.registered))
        .unionAll(seen.where(sql.lit(isWanted.seen)) as never)
        .as('listed'),
    )
    .select('name_key')
    .where('name_key', '>', after)
    .orderBy('name_key')
    .limit(limit)
    .execute();
  return rows.map(({ name_key }) => name_key);
}

async function agentsNamed(db: Database, chain: number, keys: readonly string[]): Promise<ListedAgent[]> {
  if (keys.length === 0) return [];
  const rows = await agentsOf(db, chain).where('name_key', 'in', keys).execute();
  const sightings = await db
    .selectFrom('agent_sightings')
    .select(['name_key', 'agent_id', 'first_seen_at', 'first_evidence_id', 'last_seen_at', 'how'])
    .where('chain', '=', chain)
    .where('name_key', 'in', keys)
    .execute();
  const byKey = new Map(rows.map((row) => [row.name_key, row]));
  const seenByKey = new Map(sightings.map((seen) => [seen.name_key, seen]));
  return keys.flatMap((key) => {
    const row = byKey.get(key) ?? null;
    const seen = seenByKey.get(key) ?? null;
    const agentId = row?.agent_id ?? seen?.agent_id;
    return agentId === undefined ? [] : [{ nameKey: key, agentId, row, seen }];
  });
}

/** The statuses that changes give an agent, by the names of the changes in records. */
const STATUS_BY_CHANGE: Readonly<Record<string, AgentStatus>> = {
  'agent.register': 'active',
  'agent.suspend': 'suspended',
  'agent.resume': 'active',
  'agent.retire': 'retired',
};

/** The changes of an agent, by the names that records give them. */
export const AGENT_CHANGES = [...Object.keys(STATUS_BY_CHANGE), 'agent.change'];

/** null where the change leaves the status as it is. */
export function statusAfter(change: string): AgentStatus | null {
  return STATUS_BY_CHANGE[change] ?? null;
}

export interface HeldAgent {
  agentId: string;
  status: AgentStatus;
}

/**
 * The statuses that agents were given, in the order of the chain. undefined for a record whose payload is gone, unless it
 * is the last of its agent, which the inventory names.
 */
export async function* agentHistory(
  db: Database,
  chain: number,
): AsyncGenerator<HistoryEntry<HeldAgent>, void> {
  for await (const page of changesOf(db, chain, Object.keys(STATUS_BY_CHANGE))) {
    const silent = page.flatMap(({ id, change }) => (change === null ? [id] : []));
    const rows =
      silent.length === 0 ? [] : await agentsOf(db, chain).where('evidence_id', 'in', silent).execute();
    const lastOf = new Map(rows.map(({ evidence_id, agent_id }) => [evidence_id, agent_id]));
    for (const { change, ...recorded } of page) {
      const agentId = change?.agent_id ?? lastOf.get(recorded.id);
      const status = statusAfter(recorded.action);
      const isComplete = typeof agentId === 'string' && status !== null;
      yield { ...recorded, value: isComplete ? { agentId, status } : undefined };
    }
  }
}
