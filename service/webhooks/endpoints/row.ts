/** The row of one endpoint, whose lock decides what is added to it and who sends to it. */
import type { Database } from '../../database/open.ts';

/** Changes that row, or locks it until the transaction ends. */
export function updateEndpoint(db: Database, chain: number, endpointId: string) {
  return db.updateTable('webhook_endpoints').where('chain', '=', chain).where('endpoint_id', '=', endpointId);
}
