/**
 * What others are told. An event is written in the transaction of its fact, so it tells of nothing that did not happen
 * and misses nothing that did. It names things and holds nothing of a payload: who may read more, asks for it.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import type { WrittenEvent } from '../database/tables/event.ts';
import type { IdSource } from '../foundation/ids.ts';

export const EVENT_TYPES = [
  'approval.created',
  'approval.resolved',
  'evaluation.escalated',
  'evaluation.blocked',
  'evidence.integrity_failed',
  'action.executed_despite_block',
  'key.expiring',
  'usage.threshold_reached',
  'usage.reported',
  'trust.changed',
  'agent.halted',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What an endpoint is sent to see whether it hears: not an event of the tenant's, so nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

export interface EventDraft {
  chain: number;
  type: EventType | typeof TEST_EVENT;
  data: JsonObject;
  /** ms since the epoch. */
  at: number;
  /** The only endpoint that gets it. */
  endpointId?: string;
}

/** The row of an event, for the transaction of its fact. */
export function eventOf(ids: IdSource, { chain, type, data, at, endpointId }: EventDraft): WrittenEvent {
  const event_id = ids.ordered('evt', at);
  const row = { chain, event_id, type, data: JSON.stringify(data), created_at: at };
  return endpointId === undefined ? row : { ...row, endpoint_id: endpointId };
}

/** For facts that leave no artifact. @param tx the transaction of the fact. */
export async function writeEvent(tx: Database, event: WrittenEvent): Promise<void> {
  await tx.insertInto('events').values(event).execute();
}
