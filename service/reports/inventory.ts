/** The inventory as it is shown: agents with the names of their owners, their keys, and the issuers of their tokens. */

import { nameKey } from '@assize/act-reading/names';
import { type ListedAgent, type ListedStatus, ownerOf } from '../agents/index.ts';
import type { Database } from '../database/open.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { namesOfMembers } from '../members/index.ts';
import type { Environment } from '../tenants/index.ts';
import { trustScoresOf } from '../trust/index.ts';

export interface InventoryDeps {
  db: Database;
  tenantId: string;
  chain: number;
  environment: Environment;
  /** ms since the epoch. */
  at: number;
}

export type InventoryAgent = Awaited<ReturnType<typeof inventoryOf>>[number];

export async function inventoryOf(deps: InventoryDeps, agents: readonly ListedAgent[]) {
  const owners = await namesOfMembers(
    deps.db,
    deps.tenantId,
    agents.flatMap(({ row }) => (row?.owner_kind === 'member' && row.owner !== null ? [row.owner] : [])),
  );
  const keys = await keysByAgent(deps);
  const issuers = await issuersByAgent(deps);
  const ids = agents.map(({ agentId }) => agentId);
  const trust = await trustScoresOf(deps.db, deps.chain, ids, deps.at);
  return agents.map(({ nameKey: key, agentId, row, seen }) => {
    const owner = row === null ? null : ownerOf(row);
    return {
      agent_id: agentId,
      name: row?.name ?? null,
      owner: owner && { ...owner, name: owner.kind === 'team' ? owner.id : (owners.get(owner.id) ?? null) },
      purpose: row?.purpose ?? null,
      status: (row?.status ?? 'unregistered') as ListedStatus,
      status_reason: row?.status_reason ?? null,
      environment: deps.environment,
      created_at: isoOrNull(row?.created_at ?? null),
      created_by: row?.created_by ?? null,
      first_seen_at: isoOrNull(seen?.first_seen_at ?? null),
      first_evidence_id: seen?.first_evidence_id ?? null,
      last_seen_at: isoOrNull(seen?.last_seen_at ?? null),
      identified_by: (seen?.how ?? null) as 'claimed' | 'key' | 'token' | null,
      trust: trust.get(key) ?? null,
      credentials: [...(keys.get(key) ?? []), ...(issuers.get(key) ?? [])],
      version: row?.version ?? null,
      evidence_id: row?.evidence_id ?? null,
    };
  });
}

/** A key, or an issuer whose tokens name the agent. */
interface Credential {
  kind: 'key' | 'token';
  id: string;
  name: string;
  /** null: never, or not known of tokens. */
  last_used_at: string | null;
}

/** The working keys of agents, by the form in which names meet. */
async function keysByAgent({ db, tenantId, environment, at }: InventoryDeps) {
  const rows = await db
    .selectFrom('api_keys')
    .select(['key_id', 'name', 'agent_id', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('environment', '=', environment)
    .where('agent_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', at)]))
    .orderBy('created_at')
    .execute();
  const named = rows.map(({ key_id: id, name, agent_id, last_used_at }) => {
    return { agent_id, kind: 'key' as const, id, name, last_used_at: isoOrNull(last_used_at) };
  });
  return byAgent(named);
}

/** The issuers that are trusted now, and whose tokens have named the agent. */
async function issuersByAgent({ db, tenantId }: InventoryDeps) {
  const rows = await db
    .selectFrom('token_parties')
    .innerJoin('issuers', (join) =>
      join
        .onRef('issuers.tenant_id', '=', 'token_parties.tenant_id')
        .onRef('issuers.issuer_id', '=', 'token_parties.issuer_id'),
    )
    .select(['token_parties.agent_id', 'issuers.issuer_id as id', 'issuers.name'])
    .distinct()
    .where('token_parties.tenant_id', '=', tenantId)
    .where('token_parties.agent_id', 'is not', null)
    .where('issuers.status', '=', 'active')
    .orderBy('issuers.issuer_id')
    .execute();
  return byAgent(rows.map((row) => ({ ...row, kind: 'token' as const, last_used_at: null })));
}

/** By the form in which names meet; a credential whose token names the agent in several forms is there once. */
function byAgent(named: readonly (Credential & { agent_id: string | null })[]): Map<string, Credential[]> {
  const found = new Map<string, Credential[]>();
  for (const { agent_id, ...credential } of named) {
    const agent = nameKey(agent_id ?? '');
    const known = found.get(agent) ?? [];
    if (known.every(({ id }) => id !== credential.id)) found.set(agent, [...known, credential]);
  }
  return found;
}

const COLUMNS = [
  ...['agent_id', 'name', 'owner', 'purpose', 'status', 'status_reason', 'environment', 'created_at'],
  ...['created_by', 'first_seen_at', 'first_evidence_id', 'last_seen_at', 'identified_by', 'trust'],
  'credentials',
] as const;

/** The names of the columns, then one line for each agent, even where its purpose has several. */
export async function inventoryCsv(agents: readonly InventoryAgent[]): Promise<string> {
  const { csvRecords } = await import('../documents/csv.ts');
  const rows = agents.map((agent) =>
    [
      ...[agent.agent_id, agent.name, agent.owner?.name ?? agent.owner?.id, agent.purpose, agent.status],
      ...[agent.status_reason, agent.environment, agent.created_at, agent.created_by, agent.first_seen_at],
      ...[agent.first_evidence_id, agent.last_seen_at, agent.identified_by],
      agent.trust === null ? '' : String(agent.trust),
      agent.credentials.map(({ id }) => id).join(' '),
    ].map((field) => (field ?? '').replace(/[\t\r\n]+/g, ' ')),
  );
  return csvRecords([[...COLUMNS], ...rows]);
}
