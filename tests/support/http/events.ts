/** Reads events over the HTTP API. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { askOk, keyOf } from './in-process.ts';

export const EVENTS = '/api/v1/events';
/** After this time, an event will not come. */
const HANG_MS = 120_000;
export const BLOCKED = {
  action: 'database.drop',
  context: { risk_level: 'critical', is_irreversible: true },
};

export interface Item {
  id: string;
  sequence: number;
  type: string;
  timestamp: string;
  data: Record<string, string>;
}

/** Follows the list until this many events are there. */
export async function followed(app: FastifyInstance, wanted: number, more = '', key = keyOf(app)) {
  const items: Item[] = [];
  let after = 0;
  const deadline = performance.now() + HANG_MS;
  while (items.length < wanted) {
    assert.ok(performance.now() < deadline, `${items.length} of ${wanted} events in time`);
    const body = await askOk(app, 'a', `${EVENTS}?after=${after}&wait=5${more}`, { key });
    items.push(...body.items);
    after = body.next;
  }
  return items;
}
