/**
 * The rows of one endpoint: its own row, whose lock decides which node sends to it and adds to it, and its deliveries.
 */
import type { Database } from '../../database/open.ts';

/** Changes the endpoint's row, or locks it until the transaction ends. */
export function updateEndpoint(db: Database, chain: number, endpointId: string) {
  return db.updateTable('webhook_endpoints').where('chain', '=', chain).where('endpoint_id', '=', endpointId);
}

export function updateDeliveries(db: Database, chain: number, endpointId: string) {
  return db
    .updateTable('webhook_deliveries')
    .where('chain', '=', chain)
    .where('endpoint_id', '=', endpointId);
}

export function deliveriesOf(db: Database, chain: number, endpointId: string) {
  return db.selectFrom('webhook_deliveries').where('chain', '=', chain).where('endpoint_id', '=', endpointId);
}
