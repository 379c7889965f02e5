/** Registered agents that can act: those with a working key, or with an issuer whose tokens have named them. */
import { nameKey } from '@assize/act-reading/names';
import type { Database } from '../database/open.ts';
import { chainOf, ENVIRONMENTS } from '../tenants/index.ts';
import type { Access, AccessDeps } from './line.ts';

export async function agentsWithCredentials({ db, clock }: AccessDeps, tenantId: string): Promise<Access[]> {
  const found: Access[] = [];
  const tokens = await issuersByAgent(db, tenantId);
  for (const environment of ENVIRONMENTS) {
    const chain = await chainOf(db, tenantId, environment);
    const keys = await keysByAgent(db, tenantId, environment, clock.now());
    const rows = await db
      .selectFrom('agents')
      .leftJoin('agent_sightings', (join) =>
        join
          .onRef('agent_sightings.chain', '=', 'agents.chain')
          .onRef('agent_sightings.name_key', '=', 'agents.name_key'),
      )
      .select(['agents.name_key', 'agents.agent_id', 'agents.name', 'agents.created_at', 'agents.created_by'])
      .select('agent_sightings.last_seen_at')
      .where('agents.chain', '=', chain)
      .where('agents.status', '=', 'active')
      .orderBy('agents.name_key')
      .execute();
    for (const row of rows) {
      const credentials = { keys: keys.get(row.name_key) ?? [], issuers: tokens.get(row.name_key) ?? [] };
      if (credentials.keys.length + credentials.issuers.length === 0) continue;
      found.push({
        kind: 'agent',
        id: `${environment}/${row.agent_id}`,
        name: row.name,
        granted: { environment, ...credentials },
        grantedBy: row.created_by,
        since: row.created_at,
        lastUsedAt: row.last_seen_at,
        endsAt: null,
      });
    }
  }
  return found;
}

async function keysByAgent(db: Database, tenantId: string, environment: string, nowMs: number) {
  const rows = await db
    .selectFrom('api_keys')
    .select(['agent_id', 'key_id as id'])
    .where('tenant_id', '=', tenantId)
    .where('environment', '=', environment)
    .where('agent_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', nowMs)]))
    .execute();
  return byAgent(rows);
}

async function issuersByAgent(db: Database, tenantId: string) {
  const rows = await db
    .selectFrom('token_parties')
    .innerJoin('issuers', (join) =>
      join
        .onRef('issuers.tenant_id', '=', 'token_parties.tenant_id')
        .onRef('issuers.issuer_id', '=', 'token_parties.issuer_id'),
    )
    .select(['token_parties.agent_id', 'issuers.issuer_id as id'])
    .distinct()
    .where('token_parties.tenant_id', '=', tenantId)
    .where('token_parties.agent_id', 'is not', null)
    .where('issuers.status', '=', 'active')
    .execute();
  return byAgent(rows);
}

/** The sorted ids, by the form in which names meet. */
function byAgent(rows: readonly { agent_id: string | null; id: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { agent_id, id } of rows) {
    const key = nameKey(agent_id ?? '');
    found.set(key, [...new Set([...(found.get(key) ?? []), id])].sort());
  }
  return found;
}
