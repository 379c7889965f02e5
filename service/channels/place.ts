/** The tenant of a chain, and how much of its requests leaves the service by a channel. */
import type { Approval } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import { settingsInForce } from '../governance/settings/index.ts';
import { ownerOf, tenantOf } from '../tenants/index.ts';
import { namesForCards } from './card-change.ts';
import type { CardPlace } from './card-of.ts';

/** @param approvals those whose cards are made. */
export async function placeOf(
  db: Database,
  chain: number,
  baseUrl: string,
  approvals: Iterable<Approval>,
): Promise<CardPlace> {
  const { tenantId, environment } = await ownerOf(db, chain);
  const { name: tenant } = await tenantOf(db, tenantId);
  const { detail } = await settingsInForce(db, chain);
  const names = detail === 'full' ? await namesForCards(db, tenantId, approvals) : new Map();
  return { tenant, environment, baseUrl, detail, names };
}
