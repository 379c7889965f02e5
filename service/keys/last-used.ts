/** Writes down when keys were last used: now and then, many at once, never on the road of a request. */
import type { Database } from '../database/open.ts';
import type { Authenticator } from './authenticate.ts';

export async function recordLastUsed(db: Database, authenticator: Authenticator): Promise<void> {
  const used = authenticator.takeLastUsed();
  if (used.size === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const [keyId, { tenantId, usedAt }] of used) {
      await tx
        .updateTable('api_keys')
        .set({ last_used_at: usedAt })
        .where('tenant_id', '=', tenantId)
        .where('key_id', '=', keyId)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', usedAt)]))
        .execute();
    }
  });
}
