/**
 * Revokes a key with evidence, in one transaction. Revocation can't be undone, and a second call changes
 * nothing.
 */
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import { type Actor, OPERATOR, recordChange, type Stamp, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { chainOf } from '../../tenants/index.ts';
import type { KeyDeps } from '../create.ts';
import type { ApiKey, Principal } from '../key.ts';
import { findKey } from '../store.ts';

/**
 * @param maker the key that asks, or null for the operator.
 * @returns the time of the first revocation, ms since the epoch.
 * @throws {Failure} `not_found` for a key of another tenant; `forbidden` for a production key from a sandbox
 * key.
 */
export async function revokeKey(
  deps: Omit<KeyDeps, 'fillRandom'>,
  tenantId: string,
  maker: Principal | null,
  keyId: string,
): Promise<{ keyId: string; revokedAt: number }> {
  const key = await findKey(deps.db, tenantId, keyId);
  if (key === null) throw new Failure('not_found', 'There is no such API key.');
  if (maker?.environment === 'sandbox' && key.environment === 'production') {
    throw new Failure('forbidden', 'A sandbox key cannot revoke a production key.');
  }
  if (key.revokedAt !== null) return { keyId, revokedAt: key.revokedAt };
  const stamp = stampNow(deps);
  const { recorded, statement } = revocationOf(deps, maker, key, stamp);
  const result = await recordChange(deps, {
    chain: await chainOf(deps.db, tenantId, key.environment),
    stamp,
    ...recorded,
    statements: [statement],
  });
  if (result.kind === 'appended') return { keyId, revokedAt: stamp.at };
  const now = await findKey(deps.db, tenantId, keyId);
  return { keyId, revokedAt: now?.revokedAt ?? stamp.at };
}

/** How a revocation is recorded. */
export interface RecordedRevocation {
  action: 'key.revoke';
  actor: Actor;
  change: { key_id: string; name: string; environment: string };
}

/** The record of a revocation, and the statement that makes it: for a commit that has more than this. */
export function revocationOf(
  { db }: Pick<KeyDeps, 'db'>,
  maker: Principal | null,
  { keyId, tenantId, name, environment }: ApiKey,
  { at }: Stamp,
): { recorded: RecordedRevocation; statement: BoundStatement } {
  const revocation = db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null);
  const change = { key_id: keyId, name, environment };
  return {
    recorded: { action: 'key.revoke', actor: maker ?? OPERATOR, change },
    statement: bound(revocation, 1),
  };
}
