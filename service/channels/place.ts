/** The tenant of a chain, and how much of its requests leaves the service by a channel. */
import type { Database } from '../database/open.ts';
import { settingsInForce } from '../governance/settings/index.ts';
import { ownerOf, tenantOf } from '../tenants/index.ts';
import type { CardPlace } from './card-of.ts';

export async function placeOf(db: Database, chain: number, baseUrl: string): Promise<CardPlace> {
  const { tenantId, environment } = await ownerOf(db, chain);
  const { name: tenant } = await tenantOf(db, tenantId);
  const { detail } = await settingsInForce(db, chain);
  return { tenant, environment, baseUrl, detail };
}
