/** Working keys of an environment that end within a week. */
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import type { Environment } from '../../tenants/index.ts';
import type { Found } from './found.ts';

const AHEAD_MS = 7 * DAY_MS;

export async function keysThatExpire(
  db: Database,
  { tenantId, environment }: { tenantId: string; environment: Environment },
  at: number,
  named: number,
): Promise<Found> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['key_id', 'name', 'expires_at', sql<number>`count(*) over ()`.as('keys')])
    .where('tenant_id', '=', tenantId)
    .where('environment', '=', environment)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .where('expires_at', '<=', at + AHEAD_MS)
    .orderBy('expires_at')
    .orderBy('key_id')
    .limit(named)
    .execute();
  return {
    count: Number(rows[0]?.keys ?? 0),
    first: rows.map(({ key_id, name, expires_at }) => ({ id: key_id, name, at: expires_at })),
  };
}
