/**
 * The names behind ids, for people who read them: of members, also of those who left, of keys, tokens and registered
 * agents. An id that this tenant does not know is left out, so an answer never tells whether another one has it.
 */

import { nameKey } from '@assize/act-reading/names';
import { agentsOf } from '../agents/index.ts';
import type { Database } from '../database/open.ts';
import { namesOfKeys, namesOfMembers } from '../members/index.ts';

export const NAMED_KINDS = ['member', 'key', 'token', 'agent'] as const;

export interface Named {
  id: string;
  kind: (typeof NAMED_KINDS)[number];
  name: string;
}

/**
 * Parties and agents are asked for apart: an agent chooses its id, and one with the id of a member must not get that
 * member's name.
 */
export async function namesBehind(
  db: Database,
  { tenantId, chain }: { tenantId: string; chain: number },
  { parties, agents }: { parties: readonly string[]; agents: readonly string[] },
): Promise<Named[]> {
  const members = await namesOfMembers(db, tenantId, parties);
  const keys = await namesOfKeys(db, tenantId, parties);
  const tokens = await namesOfTokens(db, tenantId, parties);
  return [
    ...[...members].map(([id, name]) => ({ id, kind: 'member' as const, name })),
    ...keys.map((key) => ({ ...key, kind: 'key' as const })),
    ...tokens.map((token) => ({ ...token, kind: 'token' as const })),
    ...(await namesOfAgents(db, chain, agents)),
  ];
}

async function namesOfTokens(db: Database, tenantId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('token_parties')
    .select(['party as id', 'subject as name'])
    .where('tenant_id', '=', tenantId)
    .where('party', 'in', ids)
    .execute();
}

/** By the spelling that was asked for. An agent that is not registered has no name but its id. */
async function namesOfAgents(db: Database, chain: number, ids: readonly string[]): Promise<Named[]> {
  if (ids.length === 0) return [];
  const rows = await agentsOf(db, chain).where('name_key', 'in', ids.map(nameKey)).execute();
  const byKey = new Map(rows.map(({ name_key, name }) => [name_key, name]));
  return ids.flatMap((id) => {
    const name = byKey.get(nameKey(id));
    return name === undefined ? [] : [{ id, kind: 'agent' as const, name }];
  });
}
