/** The keys that leave with a person, or with a role: those behind which the person stands, unless an owner keeps them. */
import { parseJson } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import { Failure } from '../foundation/failure.ts';
import { type Principal, revokeKey, type Scope, workingKeysBehind } from '../keys/index.ts';
import type { Environment } from '../tenants/index.ts';
import type { MemberDeps } from './member.ts';

export interface KeysLeft {
  /** Ids, in the order of revocation. */
  revoked: string[];
  /** Holds while no other key of theirs has come up, in the transaction of what takes their place or role away. */
  statement: BoundStatement;
}

export interface Leaving {
  tenantId: string;
  memberId: string;
  /** The scopes their keys may have from now on. */
  may(environment: Environment): ReadonlySet<Scope>;
  /** Keys that an owner keeps. */
  kept: readonly string[];
}

type Working = Awaited<ReturnType<ReturnType<typeof workingKeysBehind>['execute']>>[number];

/**
 * Revokes them, each with its own record.
 * @param maker null for the operator. @throws {Failure} `forbidden` where who asks may keep none; `not_found` for a key
 * that is none of theirs.
 */
export async function revokeKeysLeft(
  deps: MemberDeps,
  maker: Principal | null,
  { tenantId, memberId, may, kept }: Leaving,
): Promise<KeysLeft> {
  const keys = workingKeysBehind(deps.db, tenantId, memberId, deps.clock.now());
  const found = await keys.execute();
  if (kept.length > 0) requireMayKeep(maker, memberId);
  for (const keyId of kept) {
    if (!found.some(({ key_id }) => key_id === keyId)) {
      throw new Failure('not_found', 'A key that you keep is none of this member.');
    }
  }
  const stays = ({ key_id, environment, scopes }: Working) => {
    const allowed = may(environment as Environment);
    return kept.includes(key_id) || (parseJson(scopes) as Scope[]).every((scope) => allowed.has(scope));
  };
  const revoked = found.filter((key) => !stays(key)).map(({ key_id }) => key_id);
  for (const keyId of revoked) await revokeKey(deps, tenantId, maker, keyId);
  const staying = found.filter(stays).map(({ key_id }) => key_id);
  const others = staying.length === 0 ? keys : keys.where('api_keys.key_id', 'not in', staying);
  return { revoked, statement: bound(others, 0) };
}

function requireMayKeep(maker: Principal | null, memberId: string): void {
  if (maker === null || (maker.member?.role === 'owner' && maker.party !== memberId)) return;
  throw new Failure('forbidden', 'Only another owner keeps a key of a member who leaves.');
}
