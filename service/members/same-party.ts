/** Whether two callers are one party, and whether a party can still act. */

import { isSameName } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';
import { type Identity, makersOf, type Principal, requestBy, type Scope } from '../keys/index.ts';
import { personsBehind } from './persons.ts';
import { isTokenParty } from './persons-of-tokens.ts';

/**
 * A person and the keys that they made are one party, and so are a key and the keys made with it. Two keys
 * that one person made for two agents are two parties: neither agent speaks for the other. All credentials of one agent
 * are one party, and so are a token and the person whom it names.
 * @param one the id of a key, member or token. @param other the id to compare it with.
 */
export async function isSameParty(db: Database, chain: number, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const tenantId = await tenantIdOf(db, chain);
  const agents = await provenAgents(db, tenantId, [one, other]);
  if (agents.has(one) && isSameName(agents.get(one) ?? null, agents.get(other) ?? null)) return true;
  if (isTokenParty(one) || isTokenParty(other)) {
    const isPerson = (party: string) => isId('mbr', party) || (isTokenParty(party) && !agents.has(party));
    const behind = await personsBehind(db, tenantId, [one, other]);
    return (isPerson(one) || isPerson(other)) && behind.get(one)?.person === behind.get(other)?.person;
  }
  const made = await makersOf(db, tenantId, [one, other]);
  const makers = made.flatMap(({ made_by }) => (made_by === null ? [] : [made_by]));
  const people = await db
    .selectFrom('members')
    .select(['member_id', 'user_id'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', 'in', [one, other, ...makers])
    .execute();
  const users = new Map(people.map(({ member_id, user_id }) => [member_id, user_id]));
  const personOf = (id: string) => users.get(id) ?? id;
  const isMadeBy = (key: string, maker: string) =>
    made.some(({ of, made_by }) => of === key && made_by !== null && personOf(made_by) === personOf(maker));
  return personOf(one) === personOf(other) || isMadeBy(one, other) || isMadeBy(other, one);
}

/** The agent of each credential that proves one. @param parties ids of keys, members and tokens. */
async function provenAgents(
  db: Database,
  tenantId: string,
  parties: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = db
    .selectFrom('api_keys')
    .select(['key_id as party', 'agent_id'])
    .where('tenant_id', '=', tenantId)
    .where('key_id', 'in', parties);
  const tokens = db
    .selectFrom('token_parties')
    .select(['party', 'agent_id'])
    .where('tenant_id', '=', tenantId)
    .where('party', 'in', parties);
  const rows = await keys.unionAll(tokens).execute();
  return new Map(rows.flatMap(({ party, agent_id }) => (agent_id === null ? [] : [[party, agent_id]])));
}

/** A party that may govern the tenant may also report for another party's agent; an agent's credential never may. */
const REPORTS_FOR_OTHERS: Scope = 'keys:manage';

/**
 * A report counts for or against the agent of the evaluation. If its record is gone, its requester is unknown too. A
 * credential that proves an agent reports for that agent only.
 * @param evaluation the payload of its record. @param what is reported, as the message names it.
 * @throws {Failure} `forbidden`
 */
export async function requireOwnEvaluation(
  db: Database,
  { chain, party, scopes, identity }: Pick<Principal, 'chain' | 'party' | 'scopes' | 'identity'>,
  evaluation: JsonObject | null,
  what: string,
): Promise<void> {
  requireOwnAgent(identity, evaluation);
  const asked = evaluation?.key_id;
  if (scopes.has(REPORTS_FOR_OTHERS) || typeof asked !== 'string') return;
  if (await isSameParty(db, chain, asked, party)) return;
  throw new Failure(
    'forbidden',
    `${what} is reported by the party that asked for it, or by a key with the scope ${REPORTS_FOR_OTHERS}.`,
  );
}

function requireOwnAgent(identity: Identity | null, evaluation: JsonObject | null): void {
  if (identity === null || identity.agentId === null || evaluation === null) return;
  const { agent_id } = evaluation.request as { agent_id?: string };
  if (agent_id !== undefined) requestBy({ identity }, { agent_id });
  else
    throw new Failure(
      'forbidden',
      `This credential belongs to ${identity.agentId}, and the evaluation names no agent.`,
    );
}

async function tenantIdOf(db: Database, chain: number): Promise<string> {
  const found = db.selectFrom('chains').select('tenant_id').where('chain', '=', chain);
  return (await found.executeTakeFirstOrThrow()).tenant_id;
}

/**
 * A key that is neither revoked nor expired, or a current member. A token that has asked works on: the next token of the
 * same agent is the same party.
 */
export async function isWorkingParty(
  db: Database,
  chain: number,
  party: string,
  nowMs: number,
): Promise<boolean> {
  if (isTokenParty(party)) return true;
  const tenantId = await tenantIdOf(db, chain);
  const key = await db
    .selectFrom('api_keys')
    .select(['revoked_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', party)
    .executeTakeFirst();
  if (key !== undefined) {
    return key.revoked_at === null && (key.expires_at === null || key.expires_at > nowMs);
  }
  const member = await db
    .selectFrom('members')
    .select('removed_at')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', party)
    .executeTakeFirst();
  return member !== undefined && member.removed_at === null;
}
