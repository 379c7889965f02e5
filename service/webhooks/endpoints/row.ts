/** The rows of one endpoint: its own, whose lock decides who sends to it and what is added, and its deliveries. */
import type { Database } from '../../database/open.ts';

/** Changes that row, or locks it until the transaction ends. */
export function updateEndpoint(db: Database, chain: number, endpointId: string) {
  return db.updateTable('webhook_endpoints').where('chain', '=', chain).where('endpoint_id', '=', endpointId);
}

export function deliveriesOf(db: Database, chain: number, endpointId: string) {
  return db.selectFrom('webhook_deliveries').where('chain', '=', chain).where('endpoint_id', '=', endpointId);
}
