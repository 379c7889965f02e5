/**
 * The keys that a person loses with their place or role: those behind which they stand, unless an owner keeps
 * them.
 */
import { parseJson } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import { changeDraft, stampNow } from '../evidence/changes/index.ts';
import type { ArtifactDraft } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { findKey, type Principal, type Scope, workingKeysBehind } from '../keys/index.ts';
import { revocationOf } from '../keys/revoking/index.ts';
import type { Environment } from '../tenants/index.ts';
import type { MemberDeps } from './member.ts';

export interface KeysLeft extends GoingWith {
  /** Ids of those that end in the same commit. */
  ending: string[];
  /** Ids of those of the sandbox, whose chain takes a commit of its own. */
  elsewhere: string[];
}

/** Further records of a change, and the statements that make what they record. */
export interface GoingWith {
  also: ArtifactDraft[];
  statements: BoundStatement[];
}

export interface Leaving {
  tenantId: string;
  memberId: string;
  /** The scopes that their keys may keep. */
  may(environment: Environment): ReadonlySet<Scope>;
  /** Keys that an owner keeps. */
  kept: readonly string[];
}

type Working = Awaited<ReturnType<ReturnType<typeof workingKeysBehind>['execute']>>[number];

/**
 * Finds the keys that end, each with its own record. Where the person has another key by then, the last statement fails.
 * @param maker null for the operator. @throws {Failure} `forbidden` if the caller may not keep keys;
 * `not_found` for a key that does not belong to the member.
 */
export async function keysLeft(
  deps: MemberDeps,
  maker: Principal | null,
  { tenantId, memberId, may, kept }: Leaving,
): Promise<KeysLeft> {
  const keys = workingKeysBehind(deps.db, tenantId, memberId, deps.clock.now());
  const found = await keys.execute();
  if (kept.length > 0) requireMayKeep(maker, memberId);
  for (const keyId of kept) {
    if (!found.some(({ key_id }) => key_id === keyId)) {
      throw new Failure('not_found', 'A key that you keep does not belong to this member.');
    }
  }
  const stays = ({ key_id, environment, scopes }: Working) => {
    const allowed = may(environment as Environment);
    return kept.includes(key_id) || (parseJson(scopes) as Scope[]).every((scope) => allowed.has(scope));
  };
  const leaving = found.filter((key) => !stays(key));
  const idsIn = (environment: Environment) =>
    leaving.flatMap((key) => (key.environment === environment ? [key.key_id] : []));
  const ending = idsIn('production');
  const parts: GoingWith = { also: [], statements: [] };
  for (const keyId of ending) {
    const key = await findKey(deps.db, tenantId, keyId);
    if (key === null) continue;
    const stamp = stampNow(deps);
    const { recorded, statement } = revocationOf(deps, maker, key, stamp);
    parts.also.push(changeDraft(stamp, recorded));
    parts.statements.push(statement);
  }
  const staying = found.filter(stays).map(({ key_id }) => key_id);
  const others = staying.length === 0 ? keys : keys.where('api_keys.key_id', 'not in', staying);
  return {
    ending,
    elsewhere: idsIn('sandbox'),
    also: parts.also,
    statements: [...parts.statements, bound(others, 0)],
  };
}

function requireMayKeep(maker: Principal | null, memberId: string): void {
  if (maker === null || (maker.member?.role === 'owner' && maker.party !== memberId)) return;
  throw new Failure('forbidden', 'Only another owner can keep the keys of a member who leaves.');
}
