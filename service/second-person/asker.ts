/** The party that asked for a change, with the rights that it has now: a change is not made for someone who may no longer make it. */
import type { Database } from '../database/open.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';
import { type Area, scopeFor } from '../governance/second-person/index.ts';
import { findKey, type Principal, type Scope, statusOf } from '../keys/index.ts';
import { roleIn } from '../members/groups/index.ts';
import { findMember, membersOf, personsBehind, provisioningScopes, scopesOf } from '../members/index.ts';
import { type Environment, ownerOf, tenantOf } from '../tenants/index.ts';

interface Asked {
  chain: number;
  party: string;
  area: Area;
  /** ms since the epoch. */
  at: number;
}

/** @throws {Failure} `conflict` where it has left, or lost the scope. */
export async function askerNow(db: Database, { chain, party, area, at }: Asked): Promise<Principal> {
  const { tenantId, environment } = await ownerOf(db, chain);
  const scopes = await scopesNow(db, { tenantId, environment, party, at });
  if (scopes === null || !scopes.has(scopeFor(area))) {
    throw Failure.conflict(
      'change_overtaken',
      'Who asked for this change may no longer make it: reject it, and ask for it yourself.',
    );
  }
  const { tier, plan } = await tenantOf(db, tenantId);
  // No act of governance depends on the agreed terms, and a session that asked may have ended since.
  const without = { agreed: null, member: null, identity: null };
  return { chain, party, tenantId, environment, scopes, tier, plan, ...without };
}

async function scopesNow(
  db: Database,
  of: { tenantId: string; environment: Environment; party: string; at: number },
): Promise<ReadonlySet<Scope> | null> {
  const { tenantId, environment, party, at } = of;
  if (isId('mbr', party)) {
    const member = await findMember(db, tenantId, party);
    return member === null ? null : scopesOf(roleIn(member, environment));
  }
  const key = await findKey(db, tenantId, party);
  return key !== null && statusOf(key, at) === 'active' ? provisioningScopes(new Set(key.scopes)) : null;
}

/**
 * How many must approve: one, or two where no member is behind the party that asks. A key that the operator made may be
 * in anyone's hands, also in those of the one who then approves.
 */
export async function approvalsFor(
  db: Database,
  { tenantId, party }: Pick<Principal, 'tenantId' | 'party'>,
): Promise<number> {
  const person = (await personsBehind(db, tenantId, [party])).get(party)?.person;
  const isMember = (await membersOf(db, tenantId)).some(({ userId }) => userId === person);
  return isMember ? 1 : 2;
}
