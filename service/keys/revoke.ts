/**
 * Revokes a key with evidence, in one transaction. Revocation can't be undone, and a second call changes
 * nothing.
 */
import { bound } from '../database/evidence/append-store.ts';
import { OPERATOR, recordChange, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { chainOf } from '../tenants/index.ts';
import type { KeyDeps } from './create.ts';
import type { Principal } from './key.ts';
import { findKey } from './store.ts';

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
  const revokedAt = stamp.at;
  const revocation = deps.db
    .updateTable('api_keys')
    .set({ revoked_at: revokedAt })
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null);
  const result = await recordChange(deps, {
    chain: await chainOf(deps.db, tenantId, key.environment),
    stamp,
    action: 'key.revoke',
    actor: maker ?? OPERATOR,
    change: { key_id: keyId, name: key.name, environment: key.environment },
    statements: [bound(revocation, 1)],
  });
  if (result.kind === 'appended') return { keyId, revokedAt };
  const now = await findKey(deps.db, tenantId, keyId);
  return { keyId, revokedAt: now?.revokedAt ?? revokedAt };
}
