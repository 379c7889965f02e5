/**
 * Decides which node sends to an endpoint: one at a time, by a lease in the endpoint's row, so that order is kept. The
 * lease of a dead node simply expires, and a lease written under a wrong clock does not block an endpoint.
 */
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { WebhookEndpointsTable } from '../../database/tables/event.ts';
import type { Tables } from '../../database/tables/index.ts';
import type { Environment } from '../../tenants/index.ts';
import { updateEndpoint } from '../endpoints/row.ts';
import { MAX_DELAY_MS } from './retry.ts';

export const LEASE_MS = 20_000;
/** The longest that a valid lease can still run, including the difference between nodes' clocks, ms. */
const LONGEST_LEASE_MS = 2 * LEASE_MS;

export type EndpointRow = Selectable<WebhookEndpointsTable>;

export interface Candidate {
  chain: number;
  endpoint_id: string;
  tenant_id: string;
  environment: Environment;
}

export interface Holder {
  holder: string;
  now: number;
}

/** Due endpoints that no node sends to, the longest waiting first. */
export async function findDue(
  db: Database,
  now: number,
  { limit, butNotOf }: { limit: number; butNotOf: readonly number[] },
): Promise<Candidate[]> {
  let query = db
    .selectFrom('webhook_endpoints')
    .innerJoin('chains', 'chains.chain', 'webhook_endpoints.chain')
    .select([
      'webhook_endpoints.chain',
      'webhook_endpoints.endpoint_id',
      'chains.tenant_id',
      'chains.environment',
    ])
    .where('webhook_endpoints.due_at', 'is not', null)
    .where(({ eb, or }) =>
      or([
        eb('webhook_endpoints.due_at', '<=', now),
        eb('webhook_endpoints.due_at', '>', now + MAX_DELAY_MS),
      ]),
    )
    .where((eb) => isFree(eb, now));
  if (butNotOf.length > 0) query = query.where('webhook_endpoints.chain', 'not in', butNotOf);
  const found = await query.orderBy('webhook_endpoints.due_at').limit(limit).execute();
  return found.map((row) => ({ ...row, environment: row.environment as Environment }));
}

/** Takes the endpoints that are still free. @param candidates in the order in which every node locks such rows. */
export function claim<C extends Candidate>(
  db: Database,
  candidates: readonly C[],
  { holder, now }: Holder,
): Promise<{ candidate: C; row: EndpointRow }[]> {
  return db.transaction().execute(async (tx) => {
    const claimed: { candidate: C; row: EndpointRow }[] = [];
    for (const candidate of candidates) {
      const row = await updateEndpoint(tx, candidate.chain, candidate.endpoint_id)
        .set({ lease_holder: holder, lease_until: now + LEASE_MS })
        .where((eb) => isFree(eb, now))
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined) claimed.push({ candidate, row });
    }
    return claimed;
  });
}

/** @returns the current rows; undefined for one that the holder has lost. */
export function renewLeases(
  db: Database,
  held: readonly Pick<Candidate, 'chain' | 'endpoint_id'>[],
  { holder, now }: Holder,
): Promise<(EndpointRow | undefined)[]> {
  return db.transaction().execute(async (tx) => {
    const rows: (EndpointRow | undefined)[] = [];
    for (const { chain, endpoint_id } of held) {
      const row = await updateEndpoint(tx, chain, endpoint_id)
        .set({ lease_until: now + LEASE_MS })
        .where('lease_holder', '=', holder)
        .returningAll()
        .executeTakeFirst();
      rows.push(row);
    }
    return rows;
  });
}

/** The order in which rows of several endpoints are locked, so that no two transactions wait for each other. */
export function byEndpoint(
  one: Pick<Candidate, 'chain' | 'endpoint_id'>,
  other: Pick<Candidate, 'chain' | 'endpoint_id'>,
): number {
  if (one.chain !== other.chain) return one.chain - other.chain;
  return one.endpoint_id < other.endpoint_id ? -1 : Number(one.endpoint_id > other.endpoint_id);
}

function isFree({ eb, or }: ExpressionBuilder<Tables, 'webhook_endpoints'>, now: number) {
  return or([
    eb('webhook_endpoints.lease_until', 'is', null),
    eb('webhook_endpoints.lease_until', '<=', now),
    eb('webhook_endpoints.lease_until', '>', now + LONGEST_LEASE_MS),
  ]);
}
