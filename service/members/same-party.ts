/** Whether two callers are one party, and whether a party can still act. */

import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { Failure } from '../foundation/failure.ts';
import { makersOf, type Principal, type Scope } from '../keys/index.ts';

/**
 * A person and the keys that they made are one party, and so are a key and the keys made with it. Two keys
 * that one person made for two agents are two parties: neither agent speaks for the other.
 * @param one the id of a key or member. @param other the id to compare it with.
 */
export async function isSameParty(db: Database, chain: number, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const tenantId = await tenantIdOf(db, chain);
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

/** A party that may govern the tenant may also report for another party's agent. */
const REPORTS_FOR_OTHERS: Scope = 'keys:manage';

/**
 * A report counts for or against the agent of the evaluation. If its record is gone, its requester is unknown too.
 * @param evaluation the payload of its record. @param what is reported, as the message names it.
 * @throws {Failure} `forbidden`
 */
export async function requireOwnEvaluation(
  db: Database,
  { chain, party, scopes }: Pick<Principal, 'chain' | 'party' | 'scopes'>,
  evaluation: JsonObject | null,
  what: string,
): Promise<void> {
  const asked = evaluation?.key_id;
  if (scopes.has(REPORTS_FOR_OTHERS) || typeof asked !== 'string') return;
  if (await isSameParty(db, chain, asked, party)) return;
  throw new Failure(
    'forbidden',
    `${what} is reported by the party that asked for it, or by a key with the scope ${REPORTS_FOR_OTHERS}.`,
  );
}

async function tenantIdOf(db: Database, chain: number): Promise<string> {
  const found = db.selectFrom('chains').select('tenant_id').where('chain', '=', chain);
  return (await found.executeTakeFirstOrThrow()).tenant_id;
}

/** A key that is neither revoked nor expired, or a current member. */
export async function isWorkingParty(
  db: Database,
  chain: number,
  party: string,
  nowMs: number,
): Promise<boolean> {
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
