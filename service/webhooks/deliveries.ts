/** Lists the deliveries of an endpoint, past and pending, newest first, with the result of each attempt. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import {
  type Cursors,
  cutToPage,
  openCursor,
  type Page,
  positionCursors,
} from '../database/signed-cursor.ts';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from '../database/tables/event.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';
import { findEndpoint } from './endpoints/endpoint.ts';
import { deliveriesOf } from './endpoints/row.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type Delivery = Selectable<WebhookDeliveriesTable>;
export type Attempt = Selectable<WebhookAttemptsTable>;

/** Only the latest attempts, because replays have no limit. */
const MAX_ATTEMPTS_SHOWN = 100;

/** @throws {Failure} `not_found`; `invalid` for a cursor of another list. */
export async function listDeliveries(
  cursors: Cursors,
  chain: number,
  endpointId: string,
  status: DeliveryStatus | null,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<Delivery>> {
  const { db } = cursors;
  await findEndpoint(db, chain, endpointId);
  const kind = positionCursors('delivery cursors', (position) => [chain, endpointId, position, status]);
  let page = deliveriesOf(db, chain, endpointId).selectAll();
  if (status !== null) page = page.where('status', '=', sql.lit(status));
  if (cursor !== undefined) page = page.where('position', '<', await openCursor(cursors, kind, cursor));
  const rows = await page
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
  return cutToPage(cursors, kind, rows, limit, ({ position }) => position);
}

/** @throws {Failure} `not_found`. */
export async function findDelivery(
  db: Database,
  chain: number,
  endpointId: string,
  eventId: string,
): Promise<Delivery> {
  await findEndpoint(db, chain, endpointId);
  if (!isId('evt', eventId)) throw noSuchDelivery();
  const event = await db
    .selectFrom('events')
    .select('position')
    .where('chain', '=', chain)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (event === undefined || event.position === null) throw noSuchDelivery();
  const delivery = await deliveriesOf(db, chain, endpointId)
    .selectAll()
    .where('position', '=', event.position)
    .executeTakeFirst();
  if (delivery === undefined) throw noSuchDelivery();
  return delivery;
}

/** The last hundred attempts, oldest first. */
export async function attemptsOf(db: Database, delivery: Delivery): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('chain', '=', delivery.chain)
    .where('endpoint_id', '=', delivery.endpoint_id)
    .where('position', '=', delivery.position)
    .orderBy('attempt', 'desc')
    .limit(MAX_ATTEMPTS_SHOWN)
    .execute();
  return rows.reverse();
}

export function noSuchDelivery(): Failure {
  return new Failure('not_found', 'There is no such delivery.');
}
